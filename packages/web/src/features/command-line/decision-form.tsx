import {
  approveCommandLineLogin,
  denyCommandLineLogin,
} from '@guildhall/contract/organizations/command-line-logins'
import { useState } from 'react'
import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { commandLinePreset, scopePresets } from '#/entities/organization/scope-presets.ts'
import { api } from '#/lib/api.ts'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { Time } from '#/ui/time.tsx'
import type { FoundLogin } from './found-login.ts'

interface DecisionFormProps {
  login: FoundLogin
  organizations: readonly OwnOrganization[]
  run: RunSensitive
  /** With the name of the organization. */
  onApproved: (name: string) => void
  onDenied: () => void
}

/** Who asks, for what; and the answer. */
export function DecisionForm({
  login,
  organizations,
  run,
  onApproved,
  onDenied,
}: DecisionFormProps) {
  const [slug, setSlug] = useState(organizations[0]?.slug ?? '')
  const [presetName, setPresetName] = useState<string>(commandLinePreset.name)
  const { busy, failure, decide } = useDecision()
  const { userCode } = login
  const approve = async () => {
    const organization = organizations.find((one) => one.slug === slug)
    const preset = scopePresets.find(({ name }) => name === presetName)
    if (organization === undefined || preset === undefined) return
    const scopes = [...preset.scopes]
    const body = { organizationId: organization.id, userCode, scopes, expiresIn: 'P90D' }
    const act = async () => {
      await api.call(approveCommandLineLogin, { body })
      onApproved(organization.name)
    }
    await run({ label: 'Approve', act, messages })
  }
  const deny = async () => {
    await api.call(denyCommandLineLogin, { body: { userCode } })
    onDenied()
  }
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <Banner tone="warn" title="Did you start this?">
          Approve only what you started yourself just now. Who gets you to type their code acts for
          your organization.
        </Banner>
        <Origin login={login} />
        <Field label="Organization">
          <NativeSelect value={slug} onChange={(event) => setSlug(event.target.value)}>
            {organizations.map((one) => (
              <option key={one.id} value={one.slug}>
                {one.name}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <PresetField value={presetName} onChange={setPresetName} />
        {failure !== null && <Banner tone="bad">{failure}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            loading={busy === 'approve'}
            onClick={() => decide('approve', approve)}
          >
            Approve
          </Button>
          <Button loading={busy === 'deny'} onClick={() => decide('deny', deny)}>
            Deny
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Origin({ login }: { login: FoundLogin }) {
  return (
    <Facts
      facts={[
        {
          label: 'Calls itself',
          value: <code className="wrap-anywhere">{login.deviceName}</code>,
        },
        { label: 'Address', value: <code className="wrap-anywhere">{login.address}</code> },
        { label: 'Started', value: <Time at={login.createdAt} /> },
      ]}
    />
  )
}

interface PresetFieldProps {
  value: string
  onChange: (name: string) => void
}

function PresetField({ value, onChange }: PresetFieldProps) {
  const scopes = scopePresets.find(({ name }) => name === value)?.scopes ?? []
  const written = scopes.filter((scope) => scope.endsWith(':write')).join(', ')
  return (
    <Field
      label="Permissions"
      hint={`The token expires in 90 days. ${written === '' ? 'It can only read.' : `It can change: ${written}.`}`}
    >
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        {scopePresets.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </NativeSelect>
    </Field>
  )
}

type Act = 'approve' | 'deny'

function useDecision() {
  const [busy, setBusy] = useState<Act | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const decide = async (act: Act, task: () => Promise<void>) => {
    setBusy(act)
    setFailure(null)
    await task().catch((error: unknown) => setFailure(failureMessage(error, messages)))
    setBusy(null)
  }
  return { busy, failure, decide }
}

const messages: Messages = {
  ResourceNotFound:
    'This login was decided already, or has expired. Start it again in the terminal.',
  NotPermitted: 'Your role changed. Only owners and admins can create access tokens.',
}
