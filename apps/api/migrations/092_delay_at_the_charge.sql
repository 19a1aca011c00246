-- The charge says whether a saved card paid; the rules of fraud then decide again how long the pay-out waits.
grant update (payout_delay_minutes) on transfers to sesa_app;
