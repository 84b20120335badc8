import type { CustomerRow } from '../../customers/index.ts'

/** A code is one customer’s, and of one address: whoever has another by now asks again. */
export const bindingOf = (
  { organizationId, id, email }: Pick<CustomerRow, 'organizationId' | 'id' | 'email'>,
  code: string,
): readonly string[] => ['portal code', organizationId, id, email.toLowerCase(), code]
