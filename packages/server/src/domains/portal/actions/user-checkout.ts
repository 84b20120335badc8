import { checkoutProductsMax } from '@guildhall/contract/checkout/inputs'
import type { BodyOf } from '@guildhall/contract/operation'
import type { createUserCheckout as contract } from '@guildhall/contract/portal/for-users'
import { type Id, metadataShown } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { listPublicProducts } from '../../catalog/store/products.ts'
import { prepareCheckout, saveNewCheckout } from '../../checkout/actions/create-checkout.ts'
import { claimedEmbedder } from '../../checkout/actions/embedding-sites.ts'
import { lockCustomerOfUser } from '../../customers/actions/customer-of-user.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import { buyerOf, sellerOfUsers } from './buying-user.ts'
import type { PortalDeps } from './deps.ts'

interface Request {
  readonly caller: SignedIn
  readonly body: BodyOf<typeof contract>
  /** The origin of the page that sends the request, if a page does. */
  readonly origin: string | undefined
}

/** Returns the URL of a checkout whose customer is the user. */
export async function openUserCheckout(
  deps: PortalDeps,
  { caller, body, origin }: Request,
): Promise<string> {
  const seller = await sellerOfUsers(deps)
  const { id: organizationId } = seller
  const successUrl = destinationOf(deps, body.successUrl ?? null, origin)
  const offered = await offeredProducts(deps, seller, body)
  const customer = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    lockCustomerOfUser(uow, deps, buyerOf(seller, caller)),
  )
  const prepared = await prepareCheckout(deps, {
    organizationId,
    offered,
    offeredBy: 'buyer',
    input: {
      customerId: customer.id,
      successUrl,
      embedOrigin: claimedEmbedder({ embedOrigin: body.embedOrigin, successUrl }, deps, seller),
      customFieldData: body.customFieldData,
      allowDiscountCodes: body.allowDiscountCodes,
      metadata: metadataOf(body),
    },
    discountId: null,
    mayRevealCustomer: true,
  })
  return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const { presented } = await saveNewCheckout(uow, deps, prepared)
    return presented.url
  })
}

/** A path is one of the page that sends the request; other programs mean this server. */
function destinationOf(
  { config, origins }: PortalDeps,
  url: string | null,
  origin: string | undefined,
): string | null {
  if (url === null) return null
  const example = url.replaceAll('{CHECKOUT_ID}', '1').replaceAll('{CUSTOMER_SESSION_TOKEN}', '1')
  if (!origins.accepts(example)) throw new Problem('invalid_success_url')
  const isTrusted = origin !== undefined && origins.trusts(origin)
  const whole = url.startsWith('/') ? `${isTrusted ? origin : config.server.url}${url}` : url
  // Trusted are also applications, which a checkout can’t lead to.
  if (!/^https?:/i.test(whole)) throw new Problem('invalid_success_url')
  return whole
}

async function offeredProducts(
  { uowFactory }: PortalDeps,
  { id }: OrganizationRow,
  { products, slug }: Request['body'],
) {
  if (products !== undefined) {
    return [products].flat().map((id, at) => ({ id, loc: ['body', 'products', at] }))
  }
  const found = await listPublicProducts(uowFactory.database.kysely, id)
  const named = found
    .filter(({ metadata }) => z.parse(metadataShown, metadata)['slug'] === slug)
    .slice(0, checkoutProductsMax)
  if (named.length === 0) throw new Problem('checkout_product_unknown', { loc: ['body', 'slug'] })
  return named.map(({ id }): { id: Id<'product'>; loc: string[] } => ({
    id,
    loc: ['body', 'slug'],
  }))
}

const metadataOf = ({ metadata, referenceId }: Request['body']) => ({
  ...metadata,
  ...(referenceId !== undefined && { referenceId }),
})
