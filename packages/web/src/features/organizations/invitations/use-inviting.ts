import { inviteMember } from '@guildhall/contract/organizations/invitations'
import type { MemberRole } from '@guildhall/contract/organizations/roles'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { api } from '../../../lib/api.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { useToast } from '../../../ui/toast.tsx'
import type { Team } from '../organization-queries.ts'
import { readAddresses } from './addresses.ts'
import { inviteAll, type RefusedAddress } from './invite-all.ts'

export interface InvitationWish {
  /** As typed: one address or several. */
  emails: string
  roles: MemberRole[]
  teamId: Team['id'] | null
}

interface InvitingProps {
  form: UseFormReturn<InvitationWish>
  sendsMail: boolean
  onClose: () => void
}

interface Inviting {
  /** The addresses that stay in the form, as far as somebody knows why. */
  refused: readonly RefusedAddress[]
  /** With `resend` a new invitation takes the place of an open one. */
  invite: (emails: readonly string[], how: { resend: boolean }) => Promise<void>
}

/** Invites; who could be invited leaves the form, and with the last of them it closes. */
export function useInviting({ form, sendsMail, onClose }: InvitingProps): Inviting {
  const { id: organizationId } = useOrganization()
  const [refused, setRefused] = useState<readonly RefusedAddress[]>([])
  const change = useChange()
  const toast = useToast()
  const invite: Inviting['invite'] = async (emails, { resend }) => {
    const { roles: role, teamId } = form.getValues()
    const body = { organizationId, role, teamId, resend }
    const inviteOne = (email: string) => api.call(inviteMember, { body: { ...body, email } })
    const { sent, refused: news, stop } = await change(() => inviteAll(emails, inviteOne))
    if (sent.length > 0) toast(sentWords(sent, sendsMail))
    const left = readAddresses(form.getValues('emails')).filter((email) => !sent.includes(email))
    const isLeft = ({ email }: RefusedAddress) => left.includes(email) && !emails.includes(email)
    setRefused([...refused.filter(isLeft), ...news])
    if (left.length === 0) return onClose()
    form.setValue('emails', left.join('\n'))
    if (stop !== null) throw stop
    form.setFocus('emails')
  }
  return { refused, invite }
}

function sentWords(sent: readonly string[], sendsMail: boolean) {
  const [first = ''] = sent
  return {
    title: sent.length === 1 ? `${first} is invited` : `${sent.length} people are invited`,
    description: sendsMail
      ? 'A mail with a link is on its way.'
      : 'Copy the link from the list, and pass it on.',
  }
}
