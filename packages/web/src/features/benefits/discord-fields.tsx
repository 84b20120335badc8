import { connectDiscord } from '@guildhall/contract/benefits/connections'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords } from '../../lib/failure-words.ts'
import { returnPath, useRoundTrip } from '../../lib/round-trip.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field, FieldError, FieldHint } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { BenefitDraft } from './benefit-draft.ts'
import { type Guild, guildQuery } from './benefit-queries.ts'

interface DiscordFieldsProps {
  form: UseFormReturn<BenefitDraft>
}

/** A server at Discord that somebody connects, then one of its roles. */
export function DiscordFields({ form }: DiscordFieldsProps) {
  const { id } = useOrganization()
  const guildToken = useWatch({ control: form.control, name: 'guildToken' })
  const { data: guild, error } = useQuery(guildQuery(id, guildToken))
  return (
    <>
      <Controller
        name="guildToken"
        control={form.control}
        rules={{ validate: (token) => token !== '' || 'Connect a server first.' }}
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
            error={fieldState.error?.message ?? (error && failureWords(error))}
          />
        )}
      />
      {guild && <Roles form={form} guild={guild} />}
      {guildToken !== '' && !guild && !error && <Skeleton className="h-9" />}
    </>
  )
}

interface ServerProps {
  /** Null as long as nobody knows. */
  name: string | null
  isKnown: boolean
  onConnect: (guildToken: string) => void
  buttonRef: (button: HTMLButtonElement | null) => void
  error: string | null | undefined
}

function Server({ name, isKnown, onConnect, buttonRef, error }: ServerProps) {
  const { id: organizationId } = useOrganization()
  const { isAway, failure, leave } = useRoundTrip((news) => {
    const token = news.get('guild_token')
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
          {isKnown ? 'Connect another' : 'Connect a server at Discord'}
        </Button>
      </div>
      {isAway && <FieldHint id="discord-away">{awayWords}</FieldHint>}
      {failure && <Banner tone="warn">{failure}</Banner>}
      <FieldError id="discord-server-error">{error}</FieldError>
    </div>
  )
}

const awayWords = 'Go on in the window that has opened. What you choose there appears here.'

function Roles({ form, guild }: DiscordFieldsProps & { guild: Guild }) {
  const options = guild.roles.map(({ id, name, obstacle }) => ({
    value: id,
    label: name,
    ...(obstacle && { hint: obstacleWords[obstacle], disabled: true }),
  }))
  const isAnyTooHigh = guild.roles.some(({ obstacle }) => obstacle === 'too_high')
  return (
    <>
      {!guild.managesRoles && (
        <Banner tone="warn" title="The bot can’t give roles there.">
          Give it the permission “Manage Roles” at Discord, then connect the server once more.
        </Banner>
      )}
      <Controller
        name="roleId"
        control={form.control}
        rules={{ validate: (role) => role !== null || 'Choose a role.' }}
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <Field
            label="Role"
            hint={isAnyTooHigh && 'The bot gives roles below its own. Move its role up at Discord.'}
            error={fieldState.error?.message}
          >
            <Combobox
              options={options}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              placeholder="Choose a role"
              empty="This server has no such role."
            />
          </Field>
        )}
      />
    </>
  )
}

const obstacleWords = {
  managed: 'Discord itself gives this role',
  too_high: 'Above the bot’s own role',
} as const
