-- What the law of some corridors wants known of a sender beside the profile; only who needs it is asked.
create table sender_details (
  user_id uuid primary key references users,
  -- Countries by ISO 3166-1 alpha-2.
  nationality text not null check (nationality ~ '^[A-Z]{2}$'),
  address_line text not null check (char_length(address_line) between 1 and 100),
  -- Null where addresses have none.
  postal_code text check (char_length(postal_code) between 1 and 16),
  city text not null check (char_length(city) between 1 and 64),
  country text not null check (country ~ '^[A-Z]{2}$'),
  identification_type text not null check (identification_type in
    ('national_id', 'passport', 'driving_license', 'social_security_id', 'residence_permit')),
  -- Sealed with a key that the database does not hold.
  identification_number bytea not null,
  occupation text check (char_length(occupation) between 1 and 64),
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on sender_details to sesa_app;
