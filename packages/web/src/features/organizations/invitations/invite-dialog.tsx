import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { FreshSession } from '#/entities/account/sensitive-action.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { isOwner } from '#/features/organizations/members/member-rights.ts'
import { RolesField, rolesSchema } from '#/features/organizations/members/roles-field.tsx'
import { TeamField } from '#/features/organizations/members/team-field.tsx'
import { teamsQuery } from '#/features/organizations/organization-queries.ts'
import { rule } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import { addressesMistake, readAddresses } from './addresses.ts'
import { alreadyInvited, type RefusedAddress, refusedText } from './invite-all.ts'
import { serverOptionsQuery } from './server-options-query.ts'
import { type InvitationDraft, useInviting } from './use-inviting.ts'

interface InviteDialogProps {
  /** Prefilled values for a repeated invitation. */
  start?: InvitationDraft
  freshSession: FreshSession
  onClose: () => void
}

const nothing: InvitationDraft = { emails: '', roles: ['member'], teamId: null }

export function InviteDialog({ start = nothing, freshSession, onClose }: InviteDialogProps) {
  const { id, name, role } = useOrganization()
  const { data: options } = useQuery(serverOptionsQuery)
  const { data: teams } = useQuery(teamsQuery(id))
  const form = useForm<InvitationDraft>({
    schema: { roles: rolesSchema, emails: rule<string>(addressesMistake) },
    defaultValues: start,
  })
  const sendsMail = options?.sendsMail ?? true
  const { refused, invite } = useInviting({ form, sendsMail, run: freshSession.run, onClose })
  const inviteAnew = async (emails: readonly string[], resend: boolean) =>
    sendOrExplain(form, () => invite(emails, { resend }), explanations)()
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      title={`Invite people to ${name}`}
      description={
        sendsMail
          ? 'Each person receives an email with a link that works only for their address.'
          : 'This server can’t send email. Copy the links from the list and share them.'
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
      {freshSession.dialog}
    </FormDialog>
  )
}

interface AddressesProps {
  form: UseFormReturn<InvitationDraft>
  refused: readonly RefusedAddress[]
  onResend: (emails: readonly string[]) => Promise<void>
}

function Addresses({ form, refused, onResend }: AddressesProps) {
  const mistake = form.formState.errors.emails?.message
  const typed = readAddresses(useWatch({ control: form.control, name: 'emails' }))
  const still = refused.filter(({ email }) => typed.includes(email))
  const why = still.length > 0 && <RefusedAddresses refused={still} onResend={onResend} />
  return (
    <Field
      label="Email addresses"
      hint="Separate multiple addresses with commas or new lines."
      error={mistake ?? why}
    >
      <Textarea
        rows={2}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.register('emails')}
      />
    </Field>
  )
}

/** The addresses that couldn’t be invited, with an offer to resend open invitations. */
function RefusedAddresses({ refused, onResend }: Omit<AddressesProps, 'form'>) {
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
          {refusedText(one)}
        </span>
      ))}
      {invited.length > 0 && (
        <button
          type="button"
          aria-busy={isBusy || undefined}
          className={resendClasses}
          onClick={resend}
        >
          {invited.length === 1 ? 'Send a new invitation' : 'Send new invitations'}
          {isBusy && <Spinner />}
        </button>
      )}
    </>
  )
}

const resendClasses =
  'inline-flex min-h-6 items-center gap-1.5 rounded-xs font-medium text-accent ' +
  'underline-offset-3 hover:underline'

const explanations: Explanations<InvitationDraft> = {
  INVITATION_LIMIT_REACHED: [
    'emails',
    'There are too many open invitations. Cancel some, or wait until they expire.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: [
    'roles',
    'Your role changed. Only owners can invite owners.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: [
    'root',
    'Your role changed. Only owners and admins can invite people.',
  ],
  TEAM_MEMBER_LIMIT_REACHED: ['teamId', 'This team is full. Choose another one, or none.'],
  TEAM_NOT_FOUND: ['teamId', 'This team was just removed. Choose another one, or none.'],
  MEMBER_NOT_FOUND: ['root', 'You are no longer a member. Reload the page.'],
}
