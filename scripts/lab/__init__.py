"""Parts of scripts/failover-lab, and the PostgreSQL server of scripts/chaos."""
