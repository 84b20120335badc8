import type { ListName } from '@guildhall/contract/lists/lists'
import { updateSavedView } from '@guildhall/contract/lists/lists'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Pencil from 'lucide-react/icons/pencil'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Save from 'lucide-react/icons/save'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import type { ColumnChoice } from '#/ui/column-choice.ts'
import { Menu, MenuCheck, MenuGroup, MenuItem, MenuSeparator } from '#/ui/menu.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type SavedView, useColumnChange } from './list-settings.ts'
import { DeleteViewDialog, RenameViewDialog, SaveViewDialog } from './view-dialogs.tsx'
import { isChanged, type Parameters, parametersOf, searchOf } from './view-parameters.ts'

interface ViewMenuProps {
  list: ListName
  parameters: Parameters
  opened: SavedView | undefined
  choices: readonly ColumnChoice[]
  /** The columns that are chosen; null for the default ones. */
  shown: readonly string[] | null
  onOpen: (parameters: Parameters) => void
}

/** Chooses columns, and saves, changes and deletes views. */
export function ViewMenu(props: ViewMenuProps) {
  const { parameters, opened } = props
  const { dialog, ask } = useViewDialogs(props)
  const update = useViewUpdate(parameters)
  const canSave = isChanged(parameters, opened)
  return (
    <>
      {canSave && (
        <Button onClick={() => (opened ? void update(opened) : ask('save'))}>
          {opened ? 'Update view' : 'Save view'}
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          <Button>
            <SlidersHorizontal aria-hidden="true" /> View
          </Button>
        }
      >
        <Columns {...props} />
        <MenuItem icon={<BookmarkPlus />} onSelect={() => ask('save')}>
          Save as a new view…
        </MenuItem>
        {opened && (
          <>
            {canSave && (
              <MenuItem icon={<Save />} onSelect={() => void update(opened)}>
                Update view
              </MenuItem>
            )}
            <MenuItem icon={<Pencil />} onSelect={() => ask('rename')}>
              Rename view…
            </MenuItem>
            <MenuItem destructive icon={<Trash2 />} onSelect={() => ask('delete')}>
              Delete view…
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog}
    </>
  )
}

/** Phones show the same columns to everybody, so there is nothing to choose. */
function Columns({ list, opened, choices, shown }: ViewMenuProps) {
  const change = useColumnChange(list, opened)
  const toggle = (id: string, isShown: boolean) =>
    change(choices.filter((one) => (one.id === id ? isShown : one.isShown)).map((one) => one.id))
  return (
    <div className="max-md:hidden">
      <MenuGroup label="Columns">
        {choices.map(({ id, label, isShown }) => (
          <MenuCheck key={id} checked={isShown} onChange={(next) => toggle(id, next)}>
            {label}
          </MenuCheck>
        ))}
      </MenuGroup>
      {shown !== null && (
        <MenuItem icon={<RotateCcw />} onSelect={() => change(null)}>
          Default columns
        </MenuItem>
      )}
      <MenuSeparator />
    </div>
  )
}

/** Saves the parameters of the list in its view. */
function useViewUpdate(parameters: Parameters) {
  const change = useChange()
  const toast = useToast()
  return async ({ id, name }: SavedView) => {
    const body = { query: parametersOf(parameters) }
    try {
      await change(() => api.call(updateSavedView, { params: { id }, body }))
      toast({ title: `${name} updated` })
    } catch (error) {
      toast({ tone: 'bad', title: `${name} not updated`, description: failureMessage(error) })
    }
  }
}

type Asked = 'save' | 'rename' | 'delete'

function useViewDialogs({ list, parameters, opened, shown, onOpen }: ViewMenuProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const onClose = () => setAsked(null)
  return { ask: setAsked, dialog: dialogOf() }

  function dialogOf(): ReactNode {
    if (asked === 'save') {
      const content = { list, query: parametersOf(parameters), columns: shown && [...shown] }
      const onSaved = (view: SavedView) => {
        onClose()
        onOpen(searchOf(view))
      }
      return <SaveViewDialog content={content} onSaved={onSaved} onClose={onClose} />
    }
    if (opened === undefined) return null
    if (asked === 'rename') return <RenameViewDialog view={opened} onClose={onClose} />
    if (asked === 'delete') {
      return <DeleteViewDialog view={opened} onDeleted={() => onOpen({})} onClose={onClose} />
    }
    return null
  }
}
