import type { Overview } from '@guildhall/contract/overview/overview'
import { type May, setupRights } from '../rules/rights.ts'
import type { SetupRow } from '../store/setup.ts'

type Setup = Overview['setup']

export function presentSetup(row: SetupRow, may: May, payments: Setup['payments']): Setup {
  const fact = (name: keyof typeof setupRights) => (may(setupRights[name]) ? row[name] : null)
  return {
    hasProduct: fact('hasProduct'),
    hasCheckoutLink: fact('hasCheckoutLink'),
    hasCheckout: fact('hasCheckout'),
    hasWebhookEndpoint: fact('hasWebhookEndpoint'),
    hasDeliveredWebhook: fact('hasDeliveredWebhook'),
    hasPaidOrder: fact('hasPaidOrder'),
    hasStripePayment: fact('hasStripePayment'),
    hasColleague: fact('hasColleague'),
    payments,
  }
}
