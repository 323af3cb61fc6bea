-- Lets Trendy read where a timeline of the cluster began, to tell after a failover whether an
-- acknowledged change was lost. Without it Trendy assumes that one was, and devices read everything
-- again.
--
-- Run it once in Trendy's database as a superuser, with the role of Trendy:
--   psql -v role=trendy -f timeline-history.sql trendy
--
-- The function reads nothing but the history files of timelines, which contain no data.
\set ON_ERROR_STOP on
BEGIN;
CREATE OR REPLACE FUNCTION public.trendy_timeline_history(timeline int4) RETURNS text
    LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$ SELECT pg_read_file('pg_wal/' || lpad(upper(to_hex(timeline)), 8, '0') || '.history') $$;
REVOKE ALL ON FUNCTION public.trendy_timeline_history(int4) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.trendy_timeline_history(int4) TO :"role";
COMMIT;
