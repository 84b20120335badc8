import { inviteMember } from '@guildhall/contract/organizations/invitations'
import type { MemberRole } from '@guildhall/contract/organizations/roles'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isStale, type RunSensitive } from '#/entities/account/sensitive-action.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import type { Team } from '#/features/organizations/organization-queries.ts'
import { api } from '#/lib/api.ts'
import { useToast } from '#/ui/toast.tsx'
import { readAddresses } from './addresses.ts'
import { inviteAll, type RefusedAddress } from './invite-all.ts'

export interface InvitationDraft {
  /** As typed: one address or several. */
  emails: string
  roles: MemberRole[]
  teamId: Team['id'] | null
}

interface InvitingProps {
  form: UseFormReturn<InvitationDraft>
  sendsMail: boolean
  run: RunSensitive
  onClose: () => void
}

interface Inviting {
  /** The addresses that stay in the form, if the reason is known. */
  refused: readonly RefusedAddress[]
  /** `resend` replaces an open invitation. */
  invite: (emails: readonly string[], how: { resend: boolean }) => Promise<void>
}

/** Sends invitations; invited addresses leave the form, and it closes after the last one. */
export function useInviting({ form, sendsMail, run, onClose }: InvitingProps): Inviting {
  const { id: organizationId } = useOrganization()
  const [refused, setRefused] = useState<readonly RefusedAddress[]>([])
  const change = useChange()
  const toast = useToast()
  const send: Inviting['invite'] = async (emails, { resend }) => {
    const { roles: role, teamId } = form.getValues()
    const body = { organizationId, role, teamId, resend }
    const inviteOne = (email: string) => api.call(inviteMember, { body: { ...body, email } })
    const { sent, refused: newlyRefused, stop } = await change(() => inviteAll(emails, inviteOne))
    if (sent.length > 0) toast(sentText(sent, sendsMail))
    const left = readAddresses(form.getValues('emails')).filter((email) => !sent.includes(email))
    const isLeft = ({ email }: RefusedAddress) => left.includes(email) && !emails.includes(email)
    setRefused([...refused.filter(isLeft), ...newlyRefused])
    if (left.length === 0) return onClose()
    form.setValue('emails', left.join('\n'))
    if (stop !== null) throw stop
    form.setFocus('emails')
  }
  /** Other errors than a stale session belong to the fields of the form. */
  const invite: Inviting['invite'] = async (emails, how) => {
    try {
      await send(emails, how)
    } catch (error) {
      if (!isStale(error)) throw error
      await run({ label: 'Invite', act: () => send(emails, how) })
    }
  }
  return { refused, invite }
}

function sentText(sent: readonly string[], sendsMail: boolean) {
  const [first = ''] = sent
  return {
    title: sent.length === 1 ? `${first} invited` : `${sent.length} people invited`,
    description: sendsMail
      ? 'An email with a link is on its way.'
      : 'Copy the link from the list and share it.',
  }
}
