import type { Operation } from '../operation.ts'

type Method = Operation['method']

/**
 * What some line of the official client can call and this server doesn’t do. It answers 501,
 * because a path that isn’t found looks like a wrong address or a missing object.
 */
const methodsByPath: Readonly<Record<string, readonly Method[]>> = {
  '/v1/benefits/:id/files': ['GET'],
  '/v1/customer-portal/customer-session/user': ['GET'],
  '/v1/customer-portal/customers/me/email-update/check': ['GET'],
  '/v1/customer-portal/customers/me/email-update/request': ['POST'],
  '/v1/customer-portal/customers/me/email-update/verify': ['POST'],
  '/v1/customer-portal/customers/me/payment-methods/confirm': ['POST'],
  '/v1/customer-portal/license-keys/:id/rotate': ['POST'],
  '/v1/customer-portal/members': ['GET', 'POST'],
  '/v1/customer-portal/members/:id': ['DELETE', 'PATCH'],
  '/v1/customer-portal/orders/:id': ['PATCH'],
  '/v1/customer-portal/orders/:id/confirm-payment': ['POST'],
  '/v1/customer-portal/orders/:id/invoice': ['POST'],
  '/v1/customer-portal/orders/:id/payment-status': ['GET'],
  '/v1/customer-portal/orders/:id/receipt': ['GET'],
  '/v1/customer-portal/seats': ['GET', 'POST'],
  '/v1/customer-portal/seats/:seatId': ['DELETE'],
  '/v1/customer-portal/seats/:seatId/resend': ['POST'],
  '/v1/customer-portal/seats/subscriptions': ['GET'],
  '/v1/customer-seats': ['GET', 'POST'],
  '/v1/customer-seats/:seatId': ['DELETE'],
  '/v1/customer-seats/:seatId/resend': ['POST'],
  '/v1/customer-seats/claim': ['POST'],
  '/v1/customer-seats/claim/:invitationToken': ['GET'],
  '/v1/customers/:id/members': ['GET', 'POST'],
  '/v1/customers/:id/members/:memberId': ['DELETE', 'GET', 'PATCH'],
  '/v1/customers/external/:externalId/members': ['GET', 'POST'],
  '/v1/customers/external/:externalId/members/:memberExternalId': ['DELETE', 'GET', 'PATCH'],
  '/v1/customers/external/:externalId/payment-methods': ['GET'],
  '/v1/disputes/:id/accept': ['POST'],
  '/v1/event-types/': ['GET'],
  '/v1/event-types/:id': ['PATCH'],
  '/v1/member-sessions/': ['POST'],
  '/v1/members/': ['GET', 'POST'],
  '/v1/members/:id': ['DELETE', 'GET', 'PATCH'],
  '/v1/metrics/dashboards': ['GET', 'POST'],
  '/v1/metrics/dashboards/:id': ['DELETE', 'GET', 'PATCH'],
  '/v1/metrics/export': ['GET'],
  '/v1/oauth2/': ['GET'],
  '/v1/oauth2/authorize': ['GET'],
  '/v1/oauth2/introspect': ['POST'],
  '/v1/oauth2/register': ['POST'],
  '/v1/oauth2/register/:clientId': ['DELETE', 'GET', 'PUT'],
  '/v1/oauth2/revoke': ['POST'],
  '/v1/oauth2/token': ['POST'],
  '/v1/oauth2/userinfo': ['GET'],
  '/v1/orders/': ['POST'],
  '/v1/orders/:id/finalize': ['POST'],
  '/v1/orders/:id/receipt': ['GET'],
  '/v1/products/:id': ['DELETE'],
}

export const notServed: readonly { readonly method: Method; readonly path: string }[] =
  Object.entries(methodsByPath).flatMap(([path, methods]) =>
    methods.map((method) => ({ method, path })),
  )
