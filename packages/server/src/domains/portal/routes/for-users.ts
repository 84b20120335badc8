import * as contract from '@guildhall/contract/portal/for-users'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { emptyPage, type Page, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { createCustomerSession } from '../../customers/actions/create-customer-session.ts'
import { lockCustomerOfUser } from '../../customers/actions/customer-of-user.ts'
import type { PortalViewer } from '../../customers/store/customer-sessions.ts'
import { customersOf } from '../../customers/store/customers.ts'
import { showAccountState } from '../../entitlements/actions/show-account-state.ts'
import { showCustomerStates } from '../../entitlements/actions/show-customer-state.ts'
import { listGrantsOfCustomer } from '../../entitlements/store/customer-grants.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { decideLastingAccess } from '../../identity/rules/sessions/session-life.ts'
import { listOrdersOfCustomer } from '../../orders/store/order-list.ts'
import { openIngestion } from '../../usage/actions/ingest-events.ts'
import { listMetersOfCustomer } from '../../usage/actions/show-customer-meters.ts'
import { buyerOf, sellerOfUsers, viewAsUser } from '../actions/buying-user.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { showGrants } from '../actions/show-grants.ts'
import { showCustomerOrders } from '../actions/show-purchases.ts'
import { openUserCheckout } from '../actions/user-checkout.ts'
import { listUserSubscriptions } from '../actions/user-subscriptions.ts'
import { stateForUser } from '../present/user-state.ts'

/** For signed-in users, whom the server knows without a session of the portal. */
export const routesForUsers = (deps: PortalDeps): readonly OperationRoute[] => [
  checkoutRoute(deps),
  getPortalRoute(deps),
  openPortalRoute(deps),
  stateRoute(deps),
  benefitsRoute(deps),
  subscriptionsRoute(deps),
  ordersRoute(deps),
  metersRoute(deps),
  ingestRoute(deps),
]

const checkoutRoute = (deps: PortalDeps) =>
  serve(contract.createUserCheckout, async ({ caller, body, headers }) => {
    accept(decideLastingAccess(caller.session))
    const url = await openUserCheckout(deps, { caller, body, origin: headers.origin })
    return { url, redirect: body.redirect ?? true }
  })

const getPortalRoute = (deps: PortalDeps) =>
  serve(contract.getUserPortal, async ({ caller }) => ({
    url: await openPortal(deps, caller),
    redirect: true,
  }))

const openPortalRoute = (deps: PortalDeps) =>
  serve(contract.openUserPortal, async ({ caller, body }) => ({
    url: await openPortal(deps, caller),
    redirect: body.redirect ?? true,
  }))

async function openPortal(deps: PortalDeps, caller: SignedIn): Promise<string> {
  accept(decideLastingAccess(caller.session))
  const seller = await sellerOfUsers(deps)
  const { id: organizationId } = seller
  return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const { id } = await lockCustomerOfUser(uow, deps, buyerOf(seller, caller))
    const made = makeSecret(secretPrefixes.customerSession)
    const input = { organizationId, key: { id }, field: 'customer_id', made, checkoutId: null }
    return (await createCustomerSession(uow, deps, input)).customerPortalUrl
  })
}

const stateRoute = (deps: PortalDeps) =>
  serve(contract.getUserState, async ({ caller }) => {
    const { database, clock } = deps.uowFactory
    const seller = await sellerOfUsers(deps)
    const viewer = await viewAsUser(deps, seller, caller)
    if (viewer !== null) {
      const customer = customersOf(database.kysely, [{ ...viewer, id: viewer.customerId }])
      const [state] = await showCustomerStates(customer, [viewer.organizationId])
      if (state !== undefined) return stateForUser(state)
    }
    const account = { organizationId: seller.id, externalId: caller.user.id }
    const empty = await showAccountState(database, account, clock.now())
    assert(empty !== undefined, 'the user of a session exists')
    return empty
  })

const benefitsRoute = (deps: PortalDeps) =>
  serve(contract.listUserBenefits, ({ caller, query }) =>
    listFor(deps, { caller, query }, async (viewer) => {
      const { kysely: db } = deps.uowFactory.database
      const { rows, total } = await listGrantsOfCustomer(db, viewer, query)
      return { rows: await showGrants(deps, { db, viewer }, rows), total }
    }),
  )

const ordersRoute = (deps: PortalDeps) =>
  serve(contract.listUserOrders, ({ caller, query }) =>
    listFor(deps, { caller, query }, async (viewer) => {
      const { kysely } = deps.uowFactory.database
      const { rows, total } = await listOrdersOfCustomer(kysely, viewer, query)
      return { rows: await showCustomerOrders(kysely, deps, rows), total }
    }),
  )

const metersRoute = (deps: PortalDeps) =>
  serve(contract.listUserMeters, ({ caller, query }) =>
    listFor(deps, { caller, query }, (viewer) =>
      listMetersOfCustomer(deps.uowFactory.database.kysely, viewer, query),
    ),
  )

interface ListCall {
  readonly caller: SignedIn
  readonly query: { readonly limit: number }
}

async function listFor<T>(
  deps: PortalDeps,
  { caller, query }: ListCall,
  list: (viewer: PortalViewer) => Promise<Page<T>>,
) {
  const viewer = await viewAsUser(deps, await sellerOfUsers(deps), caller)
  const page = viewer === null ? emptyPage : await list(viewer)
  return { result: pageAnswer<T, T>(page, query, (one) => one) }
}

const subscriptionsRoute = (deps: PortalDeps) =>
  serve(contract.listUserSubscriptions, async ({ caller, query }) => {
    const page = await listUserSubscriptions(deps, caller, query)
    return { result: pageAnswer(page, query, (one) => one) }
  })

function ingestRoute(deps: PortalDeps): OperationRoute {
  const ingest = openIngestion(deps)
  return serve(contract.ingestUserEvent, async ({ caller, body }) => {
    accept(decideLastingAccess(caller.session))
    const { id: organizationId } = await sellerOfUsers(deps)
    const { event: name, metadata } = body
    const isListed = deps.config.organizations.userEvents?.includes(name) === true
    if (!isListed) throw new Problem('event_not_for_users')
    const events = [{ name, metadata, externalCustomerId: caller.user.id }]
    return accept(await ingest({ organizationId, events }))
  })
}
