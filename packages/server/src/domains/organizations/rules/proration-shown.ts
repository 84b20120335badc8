import type { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import type { prorationBehaviors } from '@guildhall/contract/organizations/seller'

type Mode = (typeof prorationModes)[number]
type Shown = (typeof prorationBehaviors)[number]

const shown: Readonly<Record<Mode, Shown>> = {
  invoice: 'invoice',
  prorate: 'prorate',
  next_period: 'prorate',
  reset: 'invoice',
}

/** Clients of the official wire know two modes: they see the one that takes money at the same time. */
export const shownProration = (mode: Mode): Shown => shown[mode]

/** Who sends back what is shown wants no other mode. */
export const prorationWanted = (present: Mode, said: Shown): Mode =>
  said === shownProration(present) ? present : said
