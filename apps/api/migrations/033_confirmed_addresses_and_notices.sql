-- Password reset with a newly confirmed address opens at `reset_from`; null opens it at once.
alter table profiles add column reset_from timestamptz;

-- Security notices by SMS draw on a daily budget of their own, so that they never use up that of codes.
alter table messages add column budget text not null default 'codes' check (budget in ('codes', 'notices'));
