-- An account gives a number up by changing it as well as by closing, so it may have had several. What was sent until
-- then counts for whoever has the number next. `closed_at` is when it was given up either way: the release before this
-- one goes on under its name.
alter table former_numbers drop constraint former_numbers_pkey, add primary key (user_id, number_key);
grant update (closed_at) on former_numbers to sesa_app;
