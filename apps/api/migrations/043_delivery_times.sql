-- The newest transfers that arrived, by network: how long they took is the delivery estimate that customers see.
create index transfers_sent_to on transfers (country, network, state_changed_at desc) include (captured_at)
  where state = 'sent' and captured_at is not null;
