-- An account gives a number up by changing it as well as by closing, so it may have had several. What was sent until
-- then counts for whoever has the number next.
alter table former_numbers rename column closed_at to given_up_at;
alter table former_numbers drop constraint former_numbers_pkey, add primary key (user_id, number_key);
grant update (given_up_at) on former_numbers to sesa_app;
