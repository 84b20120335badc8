import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Plus from 'lucide-react/icons/plus'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { roleText } from '#/entities/organization/roles.ts'
import { OrganizationMark } from '#/features/organizations/organization-mark.tsx'
import { later } from '#/ui/later.tsx'
import { OpenedLater } from '#/ui/opened-later.tsx'
import type { PickerItem } from '#/ui/picker.tsx'

const Picker = later(
  async () => (await import('#/ui/picker.tsx')).Picker,
  ({ trigger }) => trigger,
)

interface OrganizationSwitcherProps {
  organizations: readonly OwnOrganization[]
  current: OwnOrganization
  onSwitch: (organization: OwnOrganization) => void
  onCreate: () => void
}

/** The current organization, with a menu of the user’s organizations and a link to create one. */
export function OrganizationSwitcher(props: OrganizationSwitcherProps) {
  const { organizations, current, onSwitch, onCreate } = props
  const pick = (id: string) => {
    const picked = organizations.find((organization) => organization.id === id)
    if (picked) onSwitch(picked)
    else onCreate()
  }
  const trigger = (
    <button type="button" aria-label="Organization" className={triggerClasses}>
      <OrganizationMark name={current.name} logo={current.logo} />
      <span className="min-w-0 flex-1 truncate text-start">{current.name}</span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
    </button>
  )
  return (
    <OpenedLater kind="picker" trigger={trigger}>
      <Picker
        defaultOpen
        label="Your organizations"
        placeholder="Find an organization"
        trigger={trigger}
        groups={[
          { label: 'Your organizations', items: organizations.map(pickerItem) },
          { label: 'New', hideLabel: true, items: [create] },
        ]}
        current={current.id}
        onPick={pick}
      />
    </OpenedLater>
  )
}

function pickerItem({ id, name, logo, role }: OwnOrganization): PickerItem {
  const icon = <OrganizationMark name={name} logo={logo} />
  return { id, label: name, hint: roleText(role), icon }
}

const create: PickerItem = {
  id: 'create',
  label: 'Create organization',
  icon: <Plus className="m-1" />,
  always: true,
}

const triggerClasses =
  'flex w-full items-center gap-2.5 rounded-m px-2 py-1.5 font-semibold hover:bg-hover ' +
  'data-popup-open:bg-hover'
