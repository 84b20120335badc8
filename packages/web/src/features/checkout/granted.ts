import type { CustomerBenefitGrant } from '@guildhall/contract/portal/benefit-grants'
import type * as z from 'zod/mini'
import { usePortalItems } from './portal-items.ts'
import { type Checkout, isRecord } from './wire.ts'

/** The grant of the API in camelCase, with instants as text. */
export type Granted = z.input<typeof CustomerBenefitGrant>

/**
 * What the purchase gave. Empty while it loads, and without the session of the buyer who has just
 * paid: everybody else may only see what the product promises.
 */
export const useGranted = ({ id, customerSessionToken: token }: Checkout): readonly Granted[] =>
  usePortalItems({ token, name: 'benefit-grants', by: ['checkout_id', id] }, isGranted)

/** A minimal check: the response is our own server’s, and this page ships no schemas. */
const isGranted = (value: unknown): value is Granted =>
  isRecord(value) && 'benefitId' in value && isRecord(value['benefit'])
