import type { PortalSettings } from '#/entities/organization/portal-settings.ts'
import { type FieldSchemas, rule } from '#/lib/form-schema.ts'
import { wireFields } from '#/lib/wire-fields.ts'

/** Switching to all public plans keeps the list that was chosen. */
export interface PlansForm {
  from: 'public' | 'list'
  listed: string[]
}

export const plansFormOf = ({ plans }: PortalSettings): PlansForm => ({
  from: plans === null ? 'public' : 'list',
  listed: plans ?? [],
})

export const plansIn = ({ from, listed }: PlansForm): string[] | null =>
  from === 'public' ? null : listed

export const plansSchema = ({ from }: PlansForm): FieldSchemas<PlansForm> => ({
  listed: rule<string[]>((listed) =>
    from === 'list' && listed.length === 0
      ? 'Add a plan. To offer none, don’t let customers change plans.'
      : null,
  ),
})

export const plansField = wireFields<PlansForm>({ plans: 'listed' })

interface Candidate {
  readonly isRecurring: boolean
  readonly visibility: 'public' | 'unlisted' | 'private'
  readonly prices: readonly { readonly amountType: string }[]
}

/** What customers can change to without a checkout. */
export const canBeListed = ({ isRecurring, visibility, prices }: Candidate): boolean =>
  isRecurring &&
  visibility !== 'private' &&
  prices.every(({ amountType }) => amountType === 'free' || amountType === 'fixed')
