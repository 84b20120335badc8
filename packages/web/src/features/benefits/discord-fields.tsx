import { connectDiscord } from '@guildhall/contract/benefits/connections'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { returnPath, useOAuthRedirect } from '#/lib/oauth-redirect.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { Field, FieldError, FieldHint } from '#/ui/field.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import type { BenefitDraft } from './benefit-draft.ts'
import { type Guild, guildQuery } from './benefit-queries.ts'

interface DiscordFieldsProps {
  form: UseFormReturn<BenefitDraft>
}

/** A connected Discord server and one of its roles. */
export function DiscordFields({ form }: DiscordFieldsProps) {
  const { id } = useOrganization()
  const guildToken = useWatch({ control: form.control, name: 'guildToken' })
  const { data: guild, error } = useQuery(guildQuery(id, guildToken))
  return (
    <>
      <Controller
        name="guildToken"
        control={form.control}
        render={({ field: { onChange, ref }, fieldState }) => (
          <Server
            name={guild?.name ?? null}
            isKnown={guildToken !== ''}
            onConnect={(token) => {
              onChange(token)
              form.setValue('roleId', null)
              form.clearErrors(['guildToken', 'roleId'])
            }}
            buttonRef={ref}
            error={fieldState.error?.message ?? (error && failureMessage(error))}
          />
        )}
      />
      {guild && <Roles form={form} guild={guild} />}
      {guildToken !== '' && !guild && !error && <Skeleton className="h-9" />}
    </>
  )
}

interface ServerProps {
  /** Null while loading. */
  name: string | null
  isKnown: boolean
  onConnect: (guildToken: string) => void
  buttonRef: (button: HTMLButtonElement | null) => void
  error: string | null | undefined
}

function Server({ name, isKnown, onConnect, buttonRef, error }: ServerProps) {
  const { id: organizationId } = useOrganization()
  const { isAway, failure, leave } = useOAuthRedirect((result) => {
    const token = result.get('guild_token')
    if (token !== null) onConnect(token)
  })
  const body = { organizationId, returnTo: returnPath }
  const connect = () => leave(() => api.call(connectDiscord, { body }))
  return (
    <div className="grid gap-1.5">
      <span className="text-s font-medium">Server</span>
      <div className="flex flex-wrap items-center gap-3">
        {name !== null && <span className="min-w-0 text-m wrap-anywhere">{name}</span>}
        <Button
          ref={buttonRef}
          {...(isKnown && { size: 's' })}
          aria-describedby="discord-server-error"
          onClick={connect}
        >
          {isKnown ? 'Connect another' : 'Connect a Discord server'}
        </Button>
      </div>
      {isAway && <FieldHint id="discord-away">{awayText}</FieldHint>}
      {failure && <Banner tone="warn">{failure}</Banner>}
      <FieldError id="discord-server-error">{error}</FieldError>
    </div>
  )
}

const awayText = 'Continue in the new window. Your choice will appear here.'

function Roles({ form, guild }: DiscordFieldsProps & { guild: Guild }) {
  const options = guild.roles.map(({ id, name, obstacle }) => ({
    value: id,
    label: name,
    ...(obstacle && { hint: obstacleHints[obstacle], disabled: true }),
  }))
  const isAnyTooHigh = guild.roles.some(({ obstacle }) => obstacle === 'too_high')
  return (
    <>
      {!guild.managesRoles && (
        <Banner tone="warn" title="The bot can’t assign roles on this server.">
          Grant it the “Manage Roles” permission in Discord, then reconnect the server.
        </Banner>
      )}
      <Controller
        name="roleId"
        control={form.control}
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <Field
            label="Role"
            hint={
              isAnyTooHigh &&
              'The bot can only assign roles below its own. Move its role up in Discord.'
            }
            error={fieldState.error?.message}
          >
            <Combobox
              options={options}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              placeholder="Choose a role"
              empty="No matching roles."
            />
          </Field>
        )}
      />
    </>
  )
}

const obstacleHints = {
  managed: 'Managed by Discord',
  too_high: 'Above the bot’s role',
} as const
