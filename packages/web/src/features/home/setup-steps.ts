import type { Overview } from '@guildhall/contract/overview/overview'
import { mayIn } from '#/entities/organization/roles.ts'

type Facts = Overview['setup']

type Setup = Facts & {
  /** That invoices show. */
  hasSellerAddress: boolean
}

export interface SetupStep {
  title: string
  text: string
  isDone: boolean
  /** Where it is done; null where that isn’t in the dashboard. */
  link: { action: string; to: StepPage } | null
  /** Settings of the server that its operator sets. */
  settings?: readonly string[]
}

type StepPage =
  | '/dashboard/$slug/products'
  | '/dashboard/$slug/products/new'
  | '/dashboard/$slug/checkout-links'
  | '/dashboard/$slug/settings/webhooks/new'
  | '/dashboard/$slug/settings/webhooks'
  | '/dashboard/$slug/settings/invitations'
  | '/dashboard/$slug/settings/invoices'

interface Reader {
  role: string
  isSetupHidden: boolean
}

/** Whether this person has steps to see. The first sale of real money ends the set-up. */
export const showsSetup = (
  { payments, hasStripePayment }: Facts,
  { role, isSetupHidden }: Reader,
): boolean =>
  !(payments === 'live' && hasStripePayment === true) &&
  !isSetupHidden &&
  mayIn(role, 'catalog', 'write')

/** The steps until the first sale, as far as the role can take them. */
export function setupSteps(setup: Setup, role: string): SetupStep[] {
  return [
    productStep(setup),
    ...(mayIn(role, 'organization', 'update') ? [addressStep(setup)] : []),
    linkStep(setup),
    saleStep(setup),
    ...(mayIn(role, 'developers', 'write') ? [webhookStep(setup)] : []),
    ...(mayIn(role, 'invitation', 'create') ? [inviteStep(setup)] : []),
    liveStep(setup),
  ]
}

const productStep = ({ hasProduct }: Setup): SetupStep => ({
  title: 'Create a product',
  text: 'Set a price and choose what customers get.',
  isDone: hasProduct === true,
  link: { action: 'Create product', to: '/dashboard/$slug/products/new' },
})

const addressStep = ({ hasSellerAddress }: Setup): SetupStep => ({
  title: 'Add your address',
  text: 'Invoices show it from the first sale on. An invoice never changes once its PDF exists.',
  isDone: hasSellerAddress,
  link: { action: 'Add address', to: '/dashboard/$slug/settings/invoices' },
})

const linkStep = ({ hasCheckoutLink, hasCheckout }: Setup): SetupStep => ({
  title: 'Share a checkout link',
  text: '“Share” on the page of a product makes one, with its QR code and the code for your site. Your application can start checkouts, too.',
  isDone: hasCheckoutLink === true || hasCheckout === true,
  link: { action: 'Open products', to: '/dashboard/$slug/products' },
})

const saleStep = ({ payments, hasPaidOrder, hasStripePayment }: Setup): SetupStep =>
  payments === 'live'
    ? {
        title: 'Make the first sale',
        text: 'Send a checkout link to your first customer.',
        isDone: hasStripePayment === true,
        link: { action: 'Open links', to: '/dashboard/$slug/checkout-links' },
      }
    : testSaleStep({ payments, hasPaidOrder })

/** With test keys of Stripe, its own form takes the card, which can’t be filled in. */
const testSaleStep = ({ payments, hasPaidOrder }: Pick<Setup, 'payments' | 'hasPaidOrder'>) => ({
  title: 'Make a test purchase',
  isDone: hasPaidOrder === true,
  ...(payments === 'sandbox'
    ? {
        text: '“Test purchase” on the page of a product opens a checkout with a test card.',
        link: { action: 'Open products', to: '/dashboard/$slug/products' as const },
      }
    : {
        text: 'Open a checkout link and pay with the test card 4242 4242 4242 4242.',
        link: { action: 'Open links', to: '/dashboard/$slug/checkout-links' as const },
      }),
})

const webhookStep = ({ hasWebhookEndpoint, hasDeliveredWebhook }: Setup): SetupStep => ({
  title: 'Receive a webhook',
  text:
    hasWebhookEndpoint === true
      ? 'There is an endpoint, but none has accepted an event yet.'
      : 'Your server learns of every purchase, renewal and cancellation.',
  isDone: hasDeliveredWebhook === true,
  link:
    hasWebhookEndpoint === true
      ? { action: 'Open endpoints', to: '/dashboard/$slug/settings/webhooks' }
      : { action: 'Add endpoint', to: '/dashboard/$slug/settings/webhooks/new' },
})

const inviteStep = ({ hasColleague }: Setup): SetupStep => ({
  title: 'Invite your team',
  text: 'Owners and admins make changes. Members read.',
  isDone: hasColleague === true,
  link: { action: 'Invite', to: '/dashboard/$slug/settings/invitations' },
})

const stripeSettings = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']

const liveTexts: Readonly<Record<Setup['payments'], string>> = {
  sandbox:
    'No real money is taken, because this server has no account at Stripe. Its operator sets these, and starts it again:',
  test: 'No real money is taken, because this server has test keys of Stripe. Its operator replaces these by live ones, and starts it again:',
  live: '',
}

const liveStep = ({ payments }: Setup): SetupStep => ({
  title: 'Go live',
  text: liveTexts[payments],
  isDone: payments === 'live',
  link: null,
  settings: stripeSettings,
})
