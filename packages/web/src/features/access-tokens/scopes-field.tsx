import type { Scope } from '@guildhall/contract/organizations/scopes'
import type { ReactNode } from 'react'
import type { RefCallBack } from 'react-hook-form'
import {
  type ScopePreset,
  scopePresets,
  wholeScopes,
} from '#/entities/organization/scope-presets.ts'
import { Button } from '#/ui/button.tsx'
import { CheckAll, CheckGroup, CheckGroups } from '#/ui/check-groups.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import {
  type ScopeGroup,
  type ScopeResource,
  scopeGroups,
  scopesIn,
  toggledScope,
} from './scope-tree.ts'

interface ScopesFieldProps {
  value: readonly Scope[]
  onChange: (scopes: Scope[]) => void
  onBlur: () => void
  /** Ref of the first checkbox, which is focused on an error. */
  inputRef: RefCallBack
  error: ReactNode
}

/** Selects scopes: all, a group, a resource, or only reading. */
export function ScopesField({ value, onChange, onBlur, inputRef, error }: ScopesFieldProps) {
  const chooseAll = (of: readonly Scope[], isHeld: boolean) =>
    onChange(isHeld ? wholeScopes([...value, ...of]) : value.filter((scope) => !of.includes(scope)))
  return (
    <Fieldset
      legend="Permissions"
      hint="Grant only the permissions it needs. Write includes read."
      error={error}
    >
      <Presets held={value} onChoose={onChange} />
      <CheckGroups
        of={scopesIn(scopeGroups)}
        held={value}
        onChange={chooseAll}
        onBlur={onBlur}
        boxRef={inputRef}
      >
        {scopeGroups.map((group) => (
          <Group
            key={group.name}
            group={group}
            held={value}
            onAll={chooseAll}
            onOne={(scope, isHeld) => onChange(toggledScope(value, scope, isHeld))}
          />
        ))}
      </CheckGroups>
    </Fieldset>
  )
}

interface PresetsProps {
  held: readonly Scope[]
  onChoose: (scopes: Scope[]) => void
}

/** The permissions for a usual task, which replace the others. */
function Presets({ held, onChoose }: PresetsProps) {
  const isHeld = ({ scopes }: ScopePreset) =>
    scopes.length === held.length && scopes.every((scope) => held.includes(scope))
  return (
    <fieldset aria-label="Permissions for a task" className="mt-1 flex flex-wrap gap-2">
      {scopePresets.map((preset) => (
        <Button
          key={preset.name}
          size="s"
          aria-pressed={isHeld(preset)}
          onClick={() => onChoose([...preset.scopes])}
        >
          {preset.name}
        </Button>
      ))}
    </fieldset>
  )
}

interface GroupProps {
  group: ScopeGroup
  held: readonly Scope[]
  onAll: (of: readonly Scope[], isHeld: boolean) => void
  onOne: (scope: Scope, isHeld: boolean) => void
}

function Group({ group, held, onAll, onOne }: GroupProps) {
  return (
    <CheckGroup name={group.name}>
      <CheckAll label={group.name} of={scopesIn([group])} held={held} onChange={onAll} />
      <ul className="pl-6.5">
        {group.resources.map((resource) => (
          <Resource key={resource.name} resource={resource} held={held} onOne={onOne} />
        ))}
      </ul>
    </CheckGroup>
  )
}

interface ResourceProps {
  resource: ScopeResource
  held: readonly Scope[]
  onOne: GroupProps['onOne']
}

function Resource({ resource, held, onOne }: ResourceProps) {
  return (
    <li className="grid min-h-8 grid-cols-[minmax(0,1fr)_4.5rem_4.5rem] items-center text-s text-ink-2">
      {resource.name}
      {(['read', 'write'] as const).map((act) => {
        const scope = resource[act]
        if (scope === null) return <span key={act} />
        return (
          <Checkbox
            key={act}
            label={
              <>
                {act}
                <span className="sr-only"> {resource.name}</span>
              </>
            }
            checked={held.includes(scope)}
            onChange={(event) => onOne(scope, event.target.checked)}
          />
        )
      })}
    </li>
  )
}
