-- Outside a transaction. What staff search for in the office: the beginning of a name, and an address, confirmed or not.
drop index concurrently if exists profiles_by_name;
create index concurrently profiles_by_name on profiles (lower(name) text_pattern_ops);
drop index concurrently if exists profiles_by_email;
create index concurrently profiles_by_email on profiles (lower(email));
