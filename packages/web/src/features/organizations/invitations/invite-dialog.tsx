import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { type Explanations, sendOrExplain } from '../../../lib/send-form.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { isOwner } from '../members/member-rights.ts'
import { RolesField, rolesMistake } from '../members/roles-field.tsx'
import { TeamField } from '../members/team-field.tsx'
import { teamsQuery } from '../organization-queries.ts'
import { addressesMistake, readAddresses } from './addresses.ts'
import { alreadyInvited, type RefusedAddress, refusedWords } from './invite-all.ts'
import { serverOptionsQuery } from './server-options-query.ts'
import { type InvitationWish, useInviting } from './use-inviting.ts'

interface InviteDialogProps {
  /** What is filled in already, for who is invited once more. */
  start?: InvitationWish
  onClose: () => void
}

const nothing: InvitationWish = { emails: '', roles: ['member'], teamId: null }

export function InviteDialog({ start = nothing, onClose }: InviteDialogProps) {
  const { id, name, role } = useOrganization()
  const { data: options } = useQuery(serverOptionsQuery)
  const { data: teams } = useQuery(teamsQuery(id))
  const form = useForm<InvitationWish>({ defaultValues: start })
  const sendsMail = options?.sendsMail ?? true
  const { refused, invite } = useInviting({ form, sendsMail, onClose })
  const inviteAnew = async (emails: readonly string[], resend: boolean) =>
    sendOrExplain(form, () => invite(emails, { resend }), explanations)()
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      title={`Invite people to ${name}`}
      description={
        sendsMail
          ? 'Each gets a mail with a link that works for their address only.'
          : 'This server sends no mail. Copy the links from the list then, and pass them on.'
      }
      submit="Invite"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(
        form,
        ({ emails }) => invite(readAddresses(emails), { resend: false }),
        explanations,
      )}
      onClose={onClose}
    >
      <Addresses form={form} refused={refused} onResend={(emails) => inviteAnew(emails, true)} />
      <Controller
        name="roles"
        control={form.control}
        rules={{ validate: (roles) => rolesMistake(roles) ?? true }}
        render={({ field: { ref, ...field }, fieldState }) => (
          <RolesField
            {...field}
            inputRef={ref}
            error={fieldState.error?.message}
            mayMakeOwners={isOwner(role)}
          />
        )}
      />
      {teams && teams.length > 0 && (
        <Controller
          name="teamId"
          control={form.control}
          render={({ field: { value, onChange, onBlur }, fieldState }) => (
            <TeamField
              teams={teams}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </FormDialog>
  )
}

interface AddressesProps {
  form: UseFormReturn<InvitationWish>
  refused: readonly RefusedAddress[]
  onResend: (emails: readonly string[]) => Promise<void>
}

function Addresses({ form, refused, onResend }: AddressesProps) {
  const mistake = form.formState.errors.emails?.message
  const typed = readAddresses(useWatch({ control: form.control, name: 'emails' }))
  const still = refused.filter(({ email }) => typed.includes(email))
  const why = still.length > 0 && <WhyRefused refused={still} onResend={onResend} />
  return (
    <Field
      label="E-mail addresses"
      hint="Several are one to a line, or have commas between them."
      error={mistake ?? why}
    >
      <Textarea
        rows={2}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.register('emails', { validate: (text) => addressesMistake(text) ?? true })}
      />
    </Field>
  )
}

/** Each address that couldn't be invited; who is invited already may be once more. */
function WhyRefused({ refused, onResend }: Omit<AddressesProps, 'form'>) {
  const [isBusy, setBusy] = useState(false)
  const invited = refused.filter(({ code }) => code === alreadyInvited)
  const resend = async () => {
    if (isBusy) return
    setBusy(true)
    await onResend(invited.map(({ email }) => email))
    setBusy(false)
  }
  return (
    <>
      {refused.map((one) => (
        <span key={one.email} className="block wrap-anywhere">
          {refusedWords(one)}
        </span>
      ))}
      {invited.length > 0 && (
        <button
          type="button"
          aria-busy={isBusy || undefined}
          className={resendLook}
          onClick={resend}
        >
          {invited.length === 1 ? 'Send a new invitation' : 'Send new invitations'}
          {isBusy && <Spinner />}
        </button>
      )}
    </>
  )
}

const resendLook =
  'inline-flex min-h-6 items-center gap-1.5 rounded-xs font-medium text-accent ' +
  'underline-offset-3 hover:underline'

const explanations: Explanations<InvitationWish> = {
  INVITATION_LIMIT_REACHED: [
    'emails',
    'Too many invitations are open here. Cancel some that nobody answers, or wait until they end.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: [
    'roles',
    'Your role changed: only an owner invites owners.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: [
    'root',
    'Your role changed: only owners and admins invite people.',
  ],
  TEAM_MEMBER_LIMIT_REACHED: ['teamId', 'This team is full. Choose another one, or none.'],
  TEAM_NOT_FOUND: ['teamId', 'This team was removed just now. Choose another one, or none.'],
  MEMBER_NOT_FOUND: ['root', 'You are no longer a member. Reload the page.'],
}
