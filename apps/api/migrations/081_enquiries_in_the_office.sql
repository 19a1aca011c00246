-- The member of staff who works on a conversation with support; null while nobody does.
alter table enquiry_threads add column assigned_to uuid;
alter table enquiry_threads add constraint enquiry_threads_assigned_to_fkey
  foreign key (assigned_to) references staff_members (id) not valid;
grant update (assigned_to) on enquiry_threads to sesa_app;
