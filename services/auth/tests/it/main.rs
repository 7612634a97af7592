//! The auth service over gRPC, on real PostgreSQL and Redis.
