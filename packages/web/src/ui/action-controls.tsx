import { type LinkProps, Link as RouterLink } from '@tanstack/react-router'
import { Button } from './button.tsx'
import { type ButtonStyle, buttonClasses } from './button-classes.ts'
import { MenuItem } from './menu.tsx'
import { menuLabel, type PageAction } from './page-actions.ts'
import { Tooltip } from './tooltip.tsx'

interface ActionButtonProps extends Pick<ButtonStyle, 'variant'> {
  action: PageAction
  /** Where it leads, for actions that open a page. */
  link?: LinkProps
}

/** An action of the page as a button. */
export function ActionButton({ action, variant, link }: ActionButtonProps) {
  const { label, icon, shortcut, run } = action
  const look = variant ? { variant } : {}
  const content = (
    <>
      {icon} {label}
    </>
  )
  const keys = shortcut && { 'aria-keyshortcuts': shortcut.toUpperCase() }
  const button = link ? (
    <RouterLink {...link} {...keys} className={buttonClasses(look)}>
      {content}
    </RouterLink>
  ) : (
    <Button {...look} {...keys} onClick={run}>
      {content}
    </Button>
  )
  if (shortcut === undefined) return button
  return <Tooltip text={`Press ${shortcut.toUpperCase()}`}>{button}</Tooltip>
}

/** Actions of the page as items of a menu. */
export function ActionItems({ actions }: { actions: readonly PageAction[] }) {
  return actions.map((action) => (
    <MenuItem
      key={action.label}
      icon={action.icon}
      destructive={action.destructive ?? false}
      onSelect={action.run}
    >
      {menuLabel(action)}
    </MenuItem>
  ))
}
