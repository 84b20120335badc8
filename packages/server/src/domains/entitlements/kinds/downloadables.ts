import type { BenefitRow } from '../../benefits/store/benefits.ts'
import { findOutdatedGrants } from '../store/grants.ts'
import type { GrantKind } from './grant-kind.ts'

/** Customers may download the files that the benefit has by then, so nothing is stored for them. */
export const downloadableGrants: GrantKind = {
  give: async (_uow, _deps, grants) => grants.map(({ benefit }) => filesOf(benefit)),
  async refresh({ tx }, benefit, max) {
    const { organizationId, id: benefitId } = benefit
    const properties = filesOf(benefit)
    const outdated = { organizationId, benefitId, properties, max }
    const grants = await findOutdatedGrants(tx, outdated)
    return grants.map((grant) => ({ grant, properties }))
  },
}

const filesOf = ({ files }: BenefitRow) => ({
  files: files.flatMap(({ fileId, archived }) => (archived === true ? [] : fileId)),
})
