export const customersCount = 10_000

/** Ids that both the load and the database derive from a number. */
export const customerId = (number: number): string =>
  `01930000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

export const customersTable = `
  create table bench_customer (
    id uuid primary key,
    email text not null,
    name text not null,
    created_at timestamptz not null
  );
  insert into bench_customer
  select ('01930000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         'customer' || n || '@example.com', 'Customer ' || n, '2026-01-01T00:00:00Z'
    from generate_series(0, ${customersCount - 1}) n;
  analyze bench_customer;
  grant select on bench_customer to public`

export const lookupText = 'select id, email, name, created_at from bench_customer where id = $1'

export interface CustomerRow {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly created_at: Date
}
