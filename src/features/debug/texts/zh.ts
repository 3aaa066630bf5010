export const zh = {
  title: '认证调试',
  intro: '此浏览器中的会话与积分。令牌只显示有无和到期时间，从不显示内容。',
  facts: {
    login: '登录状态',
    email: '邮箱',
    userId: '用户ID',
    credits: '积分',
    session: '会话数据',
    signedIn: '已登录',
    signedOut: '未登录',
    localOnly: '（仅本地用户，没有会话）',
    present: '有',
    absent: '无',
    seconds: (seconds: number) => `${seconds} 秒`,
    left: (left: string) => `剩余 ${left}`,
    expired: '已过期',
    units: ['小时', '分', '秒'] as readonly [string, string, string],
  },
  session: {
    heading: '会话',
    refresh: '刷新会话',
    refreshed: (until: string | null) => `会话已刷新${until === null ? '' : `，新的到期时间：${until}`}`,
    clear: '清除本地存储',
    cleared: '本地存储已清除',
  },
  clear: {
    title: '清除本地存储？',
    confirm: '确认清除',
    cancel: '取消',
    what: '本站存放在此浏览器中的全部数据将被删除，您将退出登录，未提交的表单内容也会丢失。',
    jobs: (jobs: number) =>
      jobs > 0
        ? `有 ${jobs} 个视频任务正在进行。清除后此浏览器不再记得它们，但服务器会继续制作：视频完成才会扣除积分，否则积分退回；重新登录后可在视频列表中找到。`
        : '此浏览器没有正在进行的视频任务。',
    kept: '积分、视频和登录记录保存在服务器上，不受影响。',
  },
  credits: {
    heading: '模拟订阅',
    userId: '用户ID',
    plan: '套餐',
    planOption: (id: string, credits: number) => `${id}（${credits} 积分）`,
    subscribe: '模拟订阅',
    validate: '验证积分余额',
    userIdMissing: '请先输入用户ID',
    validated: (wasRepaired: boolean, credits: string) =>
      `${wasRepaired ? '余额有误，已修复' : '余额正确'}，当前积分：${credits}`,
    balance: (source: string, remaining: string, granted: string) => `${source}：${remaining} / ${granted}`,
    added: (credits: string, balance: string | null) =>
      `已添加 ${credits} 积分${balance === null ? '' : `，当前积分：${balance}`}`,
  },
  storage: { heading: '本地存储', readAgain: '重新读取', none: '本地存储为空' },
  failure: {
    turnedOff: '此服务器未开启测试操作（404）：生产环境中不能模拟订阅，也不能验证积分余额。',
    anotherUser: '找不到该用户（404）：只能对当前登录的用户执行此操作。',
    unreachable: '无法连接到服务器',
    offline: '网络连接已断开',
    signedOut: '请先登录（401）',
    noSession: '没有可刷新的会话，请先登录',
    failed: (message: string) => `操作失败：${message}`,
  },
}

export type DebugTexts = typeof zh
