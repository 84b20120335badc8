import { AccessToken } from '@guildhall/contract/organizations/access-tokens'
import type { Id } from '@guildhall/contract/primitives'
import { wireCodec } from '@guildhall/contract/wire'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { AccessTokenRow } from '../store/access-tokens.ts'
import { presentAccessToken } from './present-access-token.ts'

const codec = wireCodec(AccessToken, 'billing')

/** What happened to an access token and who did it; neither the secret nor its hash is told. */
export function accessTokenEvent(
  action: 'created' | 'updated' | 'deleted',
  row: AccessTokenRow,
  userId: Id<'user'>,
): NewEvent {
  const token: JsonObject = JSON.parse(JSON.stringify(codec.encode(presentAccessToken(row))))
  return {
    name: `organization_access_token.${action}`,
    organizationId: row.organizationId,
    object: { type: 'organization_access_token', id: row.id, version: row.version },
    payload: { ...token, actor_user_id: userId },
  }
}
