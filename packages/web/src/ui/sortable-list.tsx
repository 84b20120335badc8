import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

interface SortableListProps<T> {
  /** The name of the list: "Pictures". */
  label: string
  items: readonly T[]
  idOf: (item: T) => string
  nameOf: (item: T) => string
  onMove: (from: number, to: number) => void
  /** Right of each item, after the buttons that move it. */
  actions?: (item: T, index: number) => ReactNode
  children: (item: T, index: number) => ReactNode
}

/** A list reordered by dragging or with buttons. */
export function SortableList<T>(props: SortableListProps<T>) {
  const { label, items, idOf, nameOf, onMove, actions, children } = props
  const { dragged, over, rowProps, handleProps } = useDragging(onMove)
  const list = useRef<HTMLUListElement>(null)
  const move = (from: number, to: number) => {
    flushSync(() => onMove(from, to))
    keepFocus(list.current, to, to > from ? 'down' : 'up')
  }
  const isMovable = items.length > 1
  return (
    <ul ref={list} aria-label={label} className="grid grid-cols-1 rounded-m border">
      {items.map((item, index) => (
        <li
          key={idOf(item)}
          {...rowProps(index)}
          className={classNames(
            rowClasses,
            dragged === index && 'opacity-50',
            over === index && dragged !== index && 'bg-accent-soft',
          )}
        >
          {isMovable && (
            <span {...handleProps(index)} aria-hidden="true" className={handleClasses}>
              <GripVertical className="size-4" />
            </span>
          )}
          <div className="min-w-0 flex-1">{children(item, index)}</div>
          {isMovable && (
            <>
              <IconButton
                size="s"
                label={`Move ${nameOf(item)} up`}
                data-move="up"
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp aria-hidden="true" />
              </IconButton>
              <IconButton
                size="s"
                label={`Move ${nameOf(item)} down`}
                data-move="down"
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown aria-hidden="true" />
              </IconButton>
            </>
          )}
          {actions?.(item, index)}
        </li>
      ))}
    </ul>
  )
}

/** The moved item keeps the focus; at an end of the list its other button gets it. */
function keepFocus(list: HTMLUListElement | null, at: number, way: 'up' | 'down'): void {
  const buttons = [
    ...(list?.children[at]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? []),
  ]
  const same = buttons.find((button) => button.dataset['move'] === way && !button.disabled)
  const other = buttons.find((button) => !button.disabled)
  ;(same ?? other)?.focus()
}

function useDragging(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const rowProps = (index: number) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      setOver(index)
    },
    onDrop: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      if (dragged !== index) onMove(dragged, index)
      end()
    },
  })
  const handleProps = (index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      const row = event.currentTarget.closest('li')
      if (row !== null) event.dataTransfer.setDragImage(row, 16, 16)
      event.dataTransfer.effectAllowed = 'move'
      setDragged(index)
    },
    onDragEnd: end,
  })
  return { dragged, over, rowProps, handleProps }
}

const rowClasses = 'flex min-h-11 items-center gap-1.5 px-2 py-1.5 text-s not-last:border-b'

const handleClasses = 'shrink-0 cursor-grab rounded-xs p-0.5 text-ink-3 hover:text-ink'
