import { connectGitHub } from '@guildhall/contract/benefits/connections'
import { repositoryPermissions } from '@guildhall/contract/benefits/shapes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords } from '../../lib/failure-words.ts'
import { returnPath, useRoundTrip } from '../../lib/round-trip.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field, FieldHint } from '../../ui/field.tsx'
import type { Option } from '../../ui/option-list.ts'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { BenefitDraft, Permission } from './benefit-draft.ts'
import { type Repositories, repositoriesQuery } from './benefit-queries.ts'
import { permissionNames } from './property-words.ts'

interface GitHubFieldsProps {
  form: UseFormReturn<BenefitDraft>
}

/** A repository of an account that somebody connects, and what customers may do in it. */
export function GitHubFields({ form }: GitHubFieldsProps) {
  const { id } = useOrganization()
  const { data, error } = useQuery(repositoriesQuery(id))
  return (
    <>
      {error && <Banner tone="warn">{failureWords(error)}</Banner>}
      {!data && !error && <Skeleton className="h-9" />}
      {data && <Account login={data.login} />}
      {data && <Repository form={form} data={data} />}
      {data && <PermissionField form={form} />}
    </>
  )
}

function PermissionField({ form }: GitHubFieldsProps) {
  return (
    <Controller
      name="permission"
      control={form.control}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Field label="What they may do" error={fieldState.error?.message}>
          <Select options={permissions} value={value} onChange={onChange} onBlur={onBlur} />
        </Field>
      )}
    />
  )
}

function Account({ login }: Pick<Repositories, 'login'>) {
  const { id: organizationId } = useOrganization()
  const queryClient = useQueryClient()
  const { isAway, failure, leave } = useRoundTrip(() => {
    void queryClient.invalidateQueries(repositoriesQuery(organizationId))
  })
  const connect = (install: boolean) => {
    const body = { organizationId, returnTo: returnPath, install }
    return leave(() => api.call(connectGitHub, { body }))
  }
  return (
    <div className="grid gap-1.5">
      <span className="text-s font-medium">Account</span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {login !== null && <span className="min-w-0 text-m wrap-anywhere">{login}</span>}
        <Button {...(login !== null && { size: 's' })} onClick={() => connect(false)}>
          {login === null ? 'Connect your account at GitHub' : 'Connect another'}
        </Button>
        {login !== null && (
          <Button size="s" variant="ghost" onClick={() => connect(true)}>
            Install the app for more repositories
          </Button>
        )}
      </div>
      {isAway && (
        <FieldHint id="github-away">
          Go on in the window that has opened. What you can choose then appears here.
        </FieldHint>
      )}
      {failure && <Banner tone="warn">{failure}</Banner>}
    </div>
  )
}

function Repository({ form, data }: GitHubFieldsProps & { data: Repositories }) {
  const chosen = useWatch({ control: form.control, name: 'repository' })
  const options = optionsOf(data, chosen)
  return (
    <Controller
      name="repository"
      control={form.control}
      rules={{
        validate: (repository) => repository !== null || mistakeOf(data),
      }}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Field
          label="Repository"
          hint={data.hasMore && 'Not all of them are listed; there are too many.'}
          error={fieldState.error?.message}
        >
          <Combobox
            options={options}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            disabled={options.length === 0}
            placeholder={data.login === null ? 'Connect your account first' : 'Choose a repository'}
            empty="The app is installed for no such repository."
          />
        </Field>
      )}
    />
  )
}

const mistakeOf = ({ login }: Repositories): string =>
  login === null ? 'Connect your account first, then choose a repository.' : 'Choose a repository.'

/** The one that is kept is there also for who hasn't connected the account that sees it. */
function optionsOf({ repositories }: Repositories, kept: string | null): Option[] {
  const options = repositories.map(({ repositoryOwner, repositoryName, obstacle }) => ({
    value: `${repositoryOwner}/${repositoryName}`,
    label: `${repositoryOwner}/${repositoryName}`,
    ...(obstacle && { hint: obstacleWords[obstacle], disabled: true }),
  }))
  const isThere = kept === null || options.some(({ value }) => value === kept)
  return isThere ? options : [{ value: kept, label: kept }, ...options]
}

const obstacleWords = {
  personal: 'A person’s: GitHub gives permissions in those of organizations only',
  public: 'Everybody can see it already',
  not_administrator: 'You don’t administer it',
  app_powerless: 'The app lacks the permission “Administration” there',
} as const

const permissionHints: Readonly<Record<Permission, string>> = {
  pull: 'See and copy the code',
  triage: 'Also manage issues and pull requests',
  push: 'Also change the code',
  maintain: 'Also manage the repository',
  admin: 'Everything, even delete it',
}

const permissions = repositoryPermissions.map((value) => ({
  value,
  label: permissionNames[value],
  hint: permissionHints[value],
}))
