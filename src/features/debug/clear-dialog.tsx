import { ConfirmDialog } from '@/components/confirm-dialog'
import { ENTRY, readEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

interface ClearDialogProps {
  isOpen: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ClearDialog({ isOpen, onConfirm, onCancel }: ClearDialogProps) {
  const jobs = isOpen ? (readEntry(ENTRY.jobs, s.list(s.anything))?.length ?? 0) : 0
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="清除本地存储？"
      confirmLabel="确认清除"
      cancelLabel="取消"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>本站存放在此浏览器中的全部数据将被删除，您将退出登录，未提交的表单内容也会丢失。</p>
      <p className={jobs > 0 ? 'text-amber' : undefined}>
        {jobs > 0
          ? `有 ${jobs} 个视频任务正在进行。清除后此浏览器不再记得它们，但服务器会继续制作：视频完成才会扣除积分，否则积分退回；重新登录后可在视频列表中找到。`
          : '此浏览器没有正在进行的视频任务。'}
      </p>
      <p>积分、视频和登录记录保存在服务器上，不受影响。</p>
    </ConfirmDialog>
  )
}
