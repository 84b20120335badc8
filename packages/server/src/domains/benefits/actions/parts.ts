import type { Work } from '../../../platform/work.ts'
import type { IdentityParts } from '../../identity/index.ts'
import type { OrganizationParts } from '../../organizations/index.ts'
import type { BenefitKey } from '../store/benefits.ts'

/** What everything in this domain is made from; put together in `app/`. */
export interface BenefitParts
  extends Pick<OrganizationParts, 'workshop' | 'keyring' | 'clock' | 'config' | 'limit'>,
    Pick<IdentityParts, 'log' | 'outside'> {
  /** What other domains let go of when a benefit is deleted, which is locked then. */
  readonly whenBenefitGoes: readonly BenefitGoing[]
}

type BenefitGoing = (work: Work, benefit: BenefitKey) => Promise<void>
