-- The price of one video per model: the only place that decides what a video costs.
create table private.model_prices (
  model text primary key,
  credits integer not null check (credits > 0)
);
alter table private.model_prices enable row level security;
grant select on private.model_prices to service_role;

insert into private.model_prices (model, credits) values ('kling-1.6', 20), ('veo-2', 180), ('veo-3', 330);
