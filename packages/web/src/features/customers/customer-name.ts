import type { Customer } from './customer-queries.ts'

/** What to call a customer: a name may be missing, an address never is. */
export const customerName = ({ name, email }: Pick<Customer, 'name' | 'email'>): string =>
  name ?? email
