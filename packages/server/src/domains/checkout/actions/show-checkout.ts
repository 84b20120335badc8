import { CheckoutDiscount } from '@guildhall/contract/catalog/discount-shapes'
import type { CheckoutPublicConfirmed } from '@guildhall/contract/checkout/checkout-shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { presentCheckoutProduct } from '../../catalog/present/product.ts'
import { isDiscountable } from '../../catalog/rules/discount-use.ts'
import { presentSeller } from '../../organizations/present/seller.ts'
import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import { authenticationOf } from '../../payments/actions/record-outcome.ts'
import {
  type BuyerCheckout,
  type CheckoutReferences,
  type PresentedCheckout,
  presentCheckout,
  presentForBuyer,
  withoutSecrets,
} from '../present/checkout.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import { checkoutSecret } from './checkout-secret.ts'
import type { CheckoutDeps } from './deps.ts'
import { embedderOfCheckout } from './embedding-sites.ts'
import type { CheckoutDetails } from './gather-checkouts.ts'

type Deps = Pick<CheckoutDeps, 'config' | 'keyring'>

export const showCheckout = (
  row: CheckoutRow,
  details: CheckoutDetails,
  deps: Deps,
): PresentedCheckout => presentCheckout(row, referencesOf(row, details, deps))

interface ReadBy {
  readonly deps: Deps
  /** Those who may write checkouts may also open them. */
  readonly mayWrite: boolean
}

/** For a seller who may at least read checkouts. */
export function showToReader(
  row: CheckoutRow,
  details: CheckoutDetails,
  { deps, mayWrite }: ReadBy,
): PresentedCheckout {
  const shown = showCheckout(row, details, deps)
  return mayWrite ? shown : withoutSecrets(row, shown)
}

interface ShownBy {
  readonly deps: Deps
  readonly organization: OrganizationRow
}

/** The page sends messages to the site that it is shown, so that must be allowed now. */
export function showToBuyer(
  row: CheckoutRow,
  details: CheckoutDetails,
  { deps, organization }: ShownBy,
): BuyerCheckout {
  const embedOrigin = embedderOfCheckout(row, deps, organization)
  const references = referencesOf(row, details, deps)
  return presentForBuyer({ ...row, embedOrigin }, references, presentSeller(organization))
}

interface ConfirmedBy extends ShownBy {
  readonly customerSessionToken: string
}

export const showConfirmed = (
  row: CheckoutRow,
  details: CheckoutDetails,
  { customerSessionToken, ...by }: ConfirmedBy,
): z.output<typeof CheckoutPublicConfirmed> => ({
  ...showToBuyer(row, details, by),
  status: 'confirmed',
  customerSessionToken,
})

function referencesOf(row: CheckoutRow, details: CheckoutDetails, deps: Deps): CheckoutReferences {
  const product = details.products.get(row.productId)
  const productPrice = details.prices.get(row.productPriceId)
  assert(product !== undefined && productPrice !== undefined, 'product and price were gathered')
  const discount = row.discountId === null ? undefined : details.discounts.get(row.discountId)
  const clientSecret = checkoutSecret(deps.keyring, row)
  return {
    product,
    shownProduct: presentCheckoutProduct(product),
    productPrice,
    products: (details.offered.get(row.id) ?? [])
      .flatMap((id) => details.products.get(id) ?? [])
      .map(presentCheckoutProduct),
    isDiscountApplicable: isDiscountable(product),
    discount: discount === undefined ? null : z.parse(CheckoutDiscount, discount.discount),
    clientSecret,
    url: checkoutUrl(deps, clientSecret),
    usableAmount: details.credits.get(row.id) ?? minorUnits(0),
    paymentProcessorMetadata: processorMetadata(row, details, deps),
  }
}

export const checkoutUrl = ({ config }: Pick<Deps, 'config'>, clientSecret: string): string =>
  `${config.server.url}/checkout/${clientSecret}`

function processorMetadata(
  { paymentId }: CheckoutRow,
  { payments }: CheckoutDetails,
  { config, keyring }: Deps,
): Record<string, string> {
  const payment = paymentId === null ? undefined : payments.get(paymentId)
  const authentication = payment === undefined ? null : authenticationOf({ keyring }, payment)
  return {
    ...publicProcessorMetadata(config),
    ...(authentication !== null && {
      intent_client_secret: authentication.clientSecret,
      intent_status: authentication.status,
    }),
  }
}

export const publicProcessorMetadata = ({
  stripe: { publishableKey },
}: Deps['config']): Record<string, string> =>
  publishableKey === null ? {} : { publishable_key: publishableKey }
