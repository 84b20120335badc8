import type { RefusalEntry } from '../refusal-entry.ts'

export const ledgerRefusals = {
  organization_has_balance: {
    status: 400,
    message:
      '{organization} still has a balance: {balance}. Refund its sales, or ask the ' +
      'operator of this server for a payout; then delete the organization.',
    error: 'BadRequest',
    code: 'ORGANIZATION_HAS_BALANCE',
  },
} as const satisfies Record<string, RefusalEntry>
