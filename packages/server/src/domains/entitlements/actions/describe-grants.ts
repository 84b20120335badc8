import type { Hooks } from '../../../platform/hooks.ts'
import { openKey } from '../kinds/license-keys.ts'
import { listGrantsForMail } from '../store/grants.ts'
import type { EntitlementDeps } from './deps.ts'

/** For the mail of a purchase: what it gave, with the license keys. */
export const describeGrants =
  ({ keyring }: Pick<EntitlementDeps, 'keyring'>): Hooks['grantDescribers'][number] =>
  async (tx, source) =>
    (await listGrantsForMail(tx, source)).map(({ description, keyId, keySealed }) => ({
      benefit: description,
      licenseKey:
        keyId === null || keySealed === null ? null : openKey(keyring, { id: keyId, keySealed }),
    }))
