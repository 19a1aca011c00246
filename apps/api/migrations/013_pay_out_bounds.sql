-- How small and large a pay-out may be is what the rails say of themselves (rail_terms). The columns hold what an
-- operator sets beside that, narrower; what the first migration guessed from a list of operators goes.
update corridors set min_receive = null
where min_receive = 100;
update corridors set max_receive = null
where (recipient, max_receive) in (('GH', 1000000), ('SL', 1500000));
