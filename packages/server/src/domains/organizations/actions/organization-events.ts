import type { Id } from '@guildhall/contract/primitives'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { presentAccessToken } from '../present/access-token.ts'
import { presentInvitation, presentMember, presentTeam } from '../present/organization.ts'
import { presentOwnSeller } from '../present/seller.ts'
import type { AccessTokenRow } from '../store/access-tokens.ts'
import type { InvitationRow } from '../store/invitations.ts'
import type { MemberRow } from '../store/members.ts'
import type { OrganizationRow } from '../store/organizations.ts'
import type { TeamRow } from '../store/teams.ts'

export const organizationEvent = (
  name: 'organization.created' | 'organization.updated' | 'organization.deleted',
  row: OrganizationRow,
): NewEvent =>
  eventOf(name, { organizationId: row.id, id: row.id, version: row.version }, presentOwnSeller(row))

export const memberEvent = (
  name: 'member.created' | 'member.updated' | 'member.deleted',
  row: MemberRow,
): NewEvent => eventOf(name, row, presentMember(row))

export const invitationEvent = (
  name: 'invitation.created' | 'invitation.updated',
  row: InvitationRow,
): NewEvent => eventOf(name, row, presentInvitation(row))

export const teamEvent = (
  name: 'team.created' | 'team.updated' | 'team.deleted',
  row: TeamRow,
): NewEvent => eventOf(name, row, presentTeam(row))

export const accessTokenEvent = (
  action: 'created' | 'updated' | 'deleted',
  row: AccessTokenRow,
  actorUserId: Id<'user'> | null,
): NewEvent =>
  eventOf(`organization_access_token.${action}`, row, { ...presentAccessToken(row), actorUserId })
