-- What a sender said of the money, where the network wanted to be told; null elsewhere.
alter table transfers add column purpose_of_funds text check (purpose_of_funds ~ '^[a-z_]{1,40}$');
alter table transfers add column source_of_funds text check (source_of_funds ~ '^[a-z_]{1,40}$');
alter table transfers add column relationship text check (relationship ~ '^[a-z_]{1,40}$');
alter table transfers add constraint transfers_declaration_whole check
  ((purpose_of_funds is null) = (source_of_funds is null) and (purpose_of_funds is not null or relationship is null));
