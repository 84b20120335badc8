import type { Audience, Operation } from '@guildhall/contract/operation'
import { isPersonRight, isSellerRight } from '@guildhall/contract/organizations/scopes'
import type { RefusalCode } from '@guildhall/contract/refusals'
import { assert } from '../../src/kernel/assert.ts'
import { type CallerName, callerNames, weakScope } from './callers.ts'

/** Whose credentials each audience accepts. What they reach behind the door is another question. */
const admitted: Readonly<Record<Audience, readonly CallerName[]>> = {
  anyone: callerNames,
  session: ['stranger'],
  freshSession: ['stranger'],
  operator: [],
  serverKey: ['serverKey'],
  sessionOrServerKey: ['stranger', 'serverKey'],
  seller: ['stranger', 'foreignToken'],
  customer: ['otherCustomer'],
  customerOrBuyer: ['otherCustomer', 'buyer'],
  // The secret in the path is that of no checkout.
  clientSecret: [],
  // So is that of no order.
  payLink: [],
  // And the token is that of no download.
  download: [],
}

export function isAdmitted(operation: Operation, caller: CallerName): boolean {
  if (caller === 'foreignToken' && isForPersons(operation)) return false
  return (
    admitted[operation.for].includes(caller) ||
    (caller === 'weakToken' && operation.may === weakScope)
  )
}

/** Sellers call it in the dashboard only, never with a token. */
export const isForPersons = ({ may = '' }: Operation): boolean =>
  isSellerRight(may) && isPersonRight(may)

/** The only refusal of a caller whose credentials the audience doesn't accept. */
export function refusalAt(operation: Operation, caller: CallerName): RefusalCode {
  const unauthenticated = operation.refusesUnauthenticatedAs ?? 'unauthorized'
  switch (operation.for) {
    case 'customer':
    case 'customerOrBuyer':
      return refusalOfCustomers(caller)
    case 'operator':
      return caller === 'stranger' ? refusalOfUsers(operation) : unauthenticated
    case 'clientSecret':
    case 'payLink':
    case 'download':
      return 'not_found'
    case 'seller':
      return refusalOfSellers(operation, caller, unauthenticated)
    case 'anyone':
    case 'session':
    case 'freshSession':
    case 'serverKey':
    case 'sessionOrServerKey':
      return unauthenticated
  }
}

/** Of users who are no operators; each permission has its own. */
function refusalOfUsers({ name, refuses }: Operation): RefusalCode {
  const code = refuses.find((one) => one.startsWith('you_are_not_allowed'))
  assert(code !== undefined, `${name} declares the refusal of a user without the permission`)
  return code
}

/** Customers show a token or nothing: cookies are not read at their doors. */
function refusalOfCustomers(caller: CallerName): RefusalCode {
  if (caller === 'nobody' || caller === 'stranger') return 'unauthorized'
  return caller === 'buyer' ? 'customer_email_unproved' : 'invalid_customer_session'
}

function refusalOfSellers(
  operation: Operation,
  caller: CallerName,
  unauthenticated: RefusalCode,
): RefusalCode {
  if (caller !== 'weakToken' && caller !== 'foreignToken') return unauthenticated
  const usual = isForPersons(operation) ? 'person_required' : 'insufficient_scope'
  return operation.refusesUnpermittedAs ?? usual
}
