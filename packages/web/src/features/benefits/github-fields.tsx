import { connectGitHub } from '@guildhall/contract/benefits/connections'
import { repositoryPermissions } from '@guildhall/contract/benefits/shapes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { returnPath, useOAuthRedirect } from '#/lib/oauth-redirect.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { Field, FieldHint } from '#/ui/field.tsx'
import type { Option } from '#/ui/option-list.ts'
import { Select } from '#/ui/select.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import type { BenefitDraft, Permission } from './benefit-draft.ts'
import { type Repositories, repositoriesQuery } from './benefit-queries.ts'
import { permissionNames } from './property-text.ts'

interface GitHubFieldsProps {
  form: UseFormReturn<BenefitDraft>
}

/** A repository of a connected account, and the customers' permission. */
export function GitHubFields({ form }: GitHubFieldsProps) {
  const { id } = useOrganization()
  const { data, error } = useQuery(repositoriesQuery(id))
  return (
    <>
      {error && <Banner tone="warn">{failureMessage(error)}</Banner>}
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
        <Field label="Permission" error={fieldState.error?.message}>
          <Select options={permissions} value={value} onChange={onChange} onBlur={onBlur} />
        </Field>
      )}
    />
  )
}

function Account({ login }: Pick<Repositories, 'login'>) {
  const { id: organizationId } = useOrganization()
  const queryClient = useQueryClient()
  const { isAway, failure, leave } = useOAuthRedirect(() => {
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
          {login === null ? 'Connect your GitHub account' : 'Connect another'}
        </Button>
        {login !== null && (
          <Button size="s" variant="ghost" onClick={() => connect(true)}>
            Install the app on more repositories
          </Button>
        )}
      </div>
      {isAway && (
        <FieldHint id="github-away">
          Continue in the new window. Repositories will appear here.
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
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Field
          label="Repository"
          hint={data.hasMore && 'Only some repositories are listed because there are too many.'}
          error={fieldState.error?.message}
        >
          <Combobox
            options={options}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            disabled={options.length === 0}
            placeholder={data.login === null ? 'Connect your account first' : 'Choose a repository'}
            empty="No matching repositories with the app installed."
          />
        </Field>
      )}
    />
  )
}

/** Includes the saved repository even if the current user's account can't see it. */
function optionsOf({ repositories }: Repositories, existing: string | null): Option[] {
  const options = repositories.map(({ repositoryOwner, repositoryName, obstacle }) => ({
    value: `${repositoryOwner}/${repositoryName}`,
    label: `${repositoryOwner}/${repositoryName}`,
    ...(obstacle && { hint: obstacleHints[obstacle], disabled: true }),
  }))
  const isThere = existing === null || options.some(({ value }) => value === existing)
  return isThere ? options : [{ value: existing, label: existing }, ...options]
}

const obstacleHints = {
  personal: 'Owned by a personal account; only organization repositories are supported',
  public: 'Already public',
  not_administrator: 'You are not an administrator',
  app_powerless: 'The app lacks the “Administration” permission',
} as const

const permissionHints: Readonly<Record<Permission, string>> = {
  pull: 'Read and clone the code',
  triage: 'Manage issues and pull requests',
  push: 'Push to the repository',
  maintain: 'Manage the repository',
  admin: 'Full access, including deleting it',
}

const permissions = repositoryPermissions.map((value) => ({
  value,
  label: permissionNames[value],
  hint: permissionHints[value],
}))
