import type { RefusalEntry } from '../refusal-entry.ts'

export const ledgerRefusals = {
  organization_has_balance: {
    status: 400,
    message:
      '{organization} still has money in its books: {balance}. Refund what was sold, or ask who ' +
      'runs this server to settle the balance; then delete the organization.',
    error: 'BadRequest',
    code: 'ORGANIZATION_HAS_BALANCE',
  },
} as const satisfies Record<string, RefusalEntry>
