import { PlainPage } from '@/app/plain-page'
import { ButtonLink } from '@/components/button-link'
import { paths } from '@/config/paths'

export function AdminLogsPage() {
  return (
    <div lang="zh-CN">
      <PlainPage title="用户登录记录" path={paths.adminLogs} heading="用户登录记录" noindex>
        <p>管理员登录尚未开放。</p>
        <ButtonLink to={paths.home} variant="secondary">
          返回首页
        </ButtonLink>
      </PlainPage>
    </div>
  )
}
