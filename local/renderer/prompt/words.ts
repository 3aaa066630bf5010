// Lists the words that the renderer knows by topic, in English, Spanish, Chinese, Japanese, and Arabic. `_` replaces a
// space. A word can have several topics. Latin letters have no accents, and Arabic letters no vowel signs.

/**
 * The topics and their words. `common` words name nothing visible or audible. `other` words only look like those of a
 * topic. A word after a `not` word, or before a `notBefore` word, isn't in the scene: 'no rain', 'like the sea', 海のように.
 */
export const WORDS = {
  common: `a an the one distance of in on at by to and with over under from into through across along around during while as is are it its this that
    there near above below between beside behind before after up down out off towards just still very so some all only falls where view scene shot
    video clip film footage picture image camera cinematic cinema movie realistic photorealistic hyperrealistic detailed dramatic epic moody serene
    calm peaceful quiet tranquil beautiful stunning gorgeous lovely pretty scenic majestic vast wide open endless empty lonely deep soft gentle gently
    softly silence silent lo_fi lofi old slow slowly low high far distant close wide_angle wide_shot establishing_shot slow_motion cuts glides gliding
    drifts drifting moves moving pans panning tilts push_in pushes_in pulls_back zoom zooms zooming first_light light lights lighting lit shadow
    shadows glow glowing atmospheric atmosphere ambient mood natural nature landscape scenery background foreground 4k 8k hd uhd 35mm imax
    high_quality ultra professional style realism shallow_focus depth_of_field bokeh asmr relaxing sound sounds sound_of sounds_of hear audio no_music
    no_people no_voice no_one nobody silence wild rugged ancient cold warm fresh fine great big huge tall small little long un una unos unas el la los
    las lo de del en sobre bajo y con por para entre hacia desde al que se es muy mas solo toma plano vista escena video pelicula camara imagen
    cinematografico realista detallado dramatico epico sereno tranquilo tranquila silencioso calma durante hermoso hermosa bello bella precioso
    inmenso inmensa vasto abierto vacio vacia solitario profundo profunda suave suavemente lento lenta lentamente lejos lejano cerca luz luces sombra
    sombras paisaje naturaleza camara_lenta contra cae caen cayendo primera_luz alta_calidad sonido sonidos ruido gran grande pequeno alto alta fuerte
    的 了 着 过 时 时候 时分 在 中 上 下 里 内 外 边 旁 旁边 之 和 与 及 是 有 一 一个 一艘 一座 一片 一条 一幅 一场 这 那 从 到 向 着 地 得 被 把 穿过 越过 掠过 飞越 缓缓 慢慢 慢慢地 缓慢 静静 静静地 轻轻 宁静 安静 平静 美丽 壮丽 壮观
    孤独 广阔 辽阔 无边 深 深处 远处 雨后 满天 漫天 远方 远景 全景 镜头 画面 视频 电影 电影感 慢动作 高清 写实 逼真 风景 自然 景色 光 光线 光影 阴影 柔和 氛围 声音 的声音 声 无人 没有人 巨大 小 大 古老 古老的 の に は が を で と も へ や から
    まで より な た て いる ある する した して された 中 上 下 内 外 横 そば 間 前 後ろ 奥 静か 静かな 美しい 壮大 壮大な 広大 広大な 穏やか 穏やかな 孤独な 遠く 近く ゆっくり ゆっくりと そっと 映像 動画 映画 映画的 映画風 風景 景色 自然 光 影
    カメラ スローモーション 高画質 リアル リアルな 雰囲気 音 誰もいない 見える 続く 大きな 小さな في على من الى عن مع تحت فوق بين قرب بجانب امام خلف عند حول عبر و مشهد لقطه فيديو فيلم تصوير
    صوره كاميرا سينمائي سينمائيه واقعي هادئ هادئه جميل جميله رائع رائعه واسع واسعه شاسعه وحيد بعيد بعيده قريب ببطء بطيء ضوء اضواء ظل ظلال طبيعه منظر
    طبيعي صوت اصوات كبير كبيره عالي عاليه عميق عميقه خلال اثناء`,
  not: `no without like resembling except instead not sin ni como excepto 没有 没 无 不 不是 像 好像 如 如同 بدون بلا دون ليس لا مثل`,
  notBefore: 'ない なし ような ように みたいな みたいに',
  other: `sound_wave light_wave heat_wave cold_wave brain_wave radio_wave micro_wave new_wave wave_hello wave_at_the_camera desert_of under_the_sea
    under_the_ocean under_the_wave under_sea under_water below_the_sea below_the_surface below_the_wave beneath_the_sea beneath_the_ocean
    beneath_the_wave deep_sea deep_ocean inside_the_sea in_the_deep sea_star star_of_the_sea rain_of lluvia_de forest_green ocean_blue sea_green
    sea_blue sea_foam midnight_blue sky_blue snow_white mountain_dew desert_rose verde_bosque azul_mar azul_oceano azul_cielo bajo_el_mar
    bajo_el_oceano bajo_las_olas bajo_el_agua mar_profundo ola_de 深海 深い海 海の中 海中 海の下 海下 海里 海底 海洋里 大海里 大海深处 海洋深处 海深处 水中 水下 星海 星の海 光海 光の海 雲の海 光的海洋 星星的海洋
    星の雨 光の雨 cloud_sea 云海 雲海 森林绿 海军蓝 天空蓝 تحت_البحر تحت_الماء تحت_الامواج اعماق_البحر بحر_من امواج_من موج_من جبال_من جبل_من غابه_من مطر_من
    sea_of ocean_of mar_de mountain_of forest_of wave_of peak_of rain_man in_the_woods_movie dead_sea red_sea black_forest_cake forest_fire window_cleaner
    window_shopping 人山人海 人海 花海 林海 书海 上海 海报 海南 青海 海盗 海鲜 海绵 海关 海军 山东 山西 山水画 中山 火山 雪人 雨人 雨伞 雨衣 夜市 林肯 沙发 树林狼 天空之城 海賊 海老 海苔 山田 山羊 山手 雨傘 雪だるま 砂糖 森永 夜景写真 火の海`,
  aerial: `aerial_view aerial_shot aerial aerial_drone drone_shot drone_view drone_footage drone_flying bird's_eye_view from_above aereo aerea
    vista_aerea 航拍 俯瞰 空撮 上空から لقطه_جويه تصوير_جوي منظر_جوي`,
  dark: 'dark darkness oscuro oscura oscuridad 黑暗 暗い مظلم مظلمه',
  bright:
    'bright clear summer verano claro clara despejado despejada 晴朗 明媚 夏天 夏日 晴れ 晴れた 夏 明るい صيف صاف صافيه',
  night: `mar_de_noche night nighttime midnight nocturnal night_time at_night moonlit moonlight noche medianoche nocturno nocturna luz_de_luna 夜 夜晚 夜里
    夜间 深夜 午夜 黑夜 月夜 月光 月光下 夜中 真夜中 夜の 月明かり ليل ليله ليلا ليلي منتصف_الليل ضوء_القمر`,
  dusk: `dusk sunset evening golden twilight sundown golden_hour last_light amber atardecer ocaso crepusculo anochecer dorado dorada puesta_de_sol puesta_del_sol
    黄昏 日落 傍晚 夕阳 夕阳下 晚霞 暮色 夕暮れ 夕方 夕日 夕焼け 黄昏れ غروب الغروب مساء غسق غروب_الشمس المغيب ذهبي 🌅 🌇`,
  dawn: `dawn sunrise morning daybreak early_morning first_light amanecer alba aurora_del_dia madrugada manana salida_del_sol 黎明 日出 清晨 早晨 晨曦 晨光 早上 朝 夜明け 早朝 日の出 朝日
    朝焼け فجر الفجر شروق شروق_الشمس صباح الصباح الباكر صباحا 🌄`,
  day: `mar_de_dia day daytime daylight noon sunny midday afternoon sunlight sunlit dia mediodia tarde soleado soleada luz_del_sol 白天 正午 中午 下午 晴天 阳光
    阳光下 昼 真昼 午後 日差し 木漏れ日 نهار النهار ظهر ظهيره مشمس مشمسه ضوء_الشمس`,
  sky: `sky skies cloud clouds cloudy cloudless horizon sun_rays rays cielo cielos nube nubes nublado nublada horizonte 天空 天 云 云彩 白云 云层 地平线 海平面 空 雲
    水平線 地平線 سماء غيوم سحاب غيمه افق`,
  sun: 'sun sunshine blue_sky cielo_azul sol 太阳 蓝天 青空 太陽 شمس سماء_زرقاء ☀',
  nightSky: `moon full_moon star stars starry starlight milky_way luna luna_llena estrella estrellas estrellado estrellada 月亮 明月 星星 繁星 星空 星空下 星夜 银河 月
    満月 星 満天の星 قمر نجوم نجمه مرصعه_بالنجوم 🌙 🌕 ⭐`,
  rain: `rain raindrop raindrops rainy raining rainfall drizzle downpour falling_rain heavy_rain light_rain lluvia lluvioso lluviosa llueve lloviendo
    llovizna aguacero cae_la_lluvia 雨 下雨 雨中 大雨 小雨 细雨 暴雨 雨天 雨夜 雨滴 雨粒 雨水 降る 雨が降る 雨の 土砂降り 小雨 梅雨 مطر ممطر ممطره امطار ماطر ماطره المطر تمطر 🌧 ☔`,
  storm: `storm stormy thunder thunderstorm lightning tempest far_thunder tormenta tormentoso trueno truenos relampago relampagos rayo rayos tempestad
    暴风雨 雷雨 雷电 闪电 雷声 雷鸣 风暴 风雨 打雷 嵐 雷 稲妻 雷鳴 暴風雨 عاصفه عاصف عاصفه_رعديه رعد برق العاصفه ⛈ ⚡`,
  snow: `snow snowy snowing snowfall blizzard winter wintry snow_covered snow_capped snowcapped falling_snow nieve nevado nevada nevados nevando
    nevada invierno cubierto_de_nieve cubiertas_de_nieve ventisca 雪 雪山 下雪 大雪 雪中 白雪 积雪 飘雪 冬天 冬日 冬季 雪景 雪の 雪が降る 冬 冬の 吹雪 雪化粧 ثلج ثلوج ثلجي ثلجيه
    مغطاه_بالثلوج مغطى_بالثلج مغطى_بالثلوج مثلج شتاء الثلج الثلوج ❄ 🌨`,
  fog: `fog foggy mist misty haze hazy niebla neblina brumoso bruma 雾 薄雾 雾气 晨雾 云雾 迷雾 大雾 雾中 霧 霧の 朝霧 もや ضباب ضبابي ضبابيه الضباب 🌫`,
  wind: `wind windy breeze breezy gale gust gusts light_wind viento ventoso brisa 风 风吹 吹 微风 大风 狂风 海风 风声 風 そよ風 強風 رياح ريح نسيم عاصف الرياح 🌬`,
  ocean: `mar_de_noche mar_de_dia wave_of_the_ocean wave_of_the_sea ocean sea seaside seascape wave waves mar oceano ola olas 海 大海 海洋 海边 海面 海浪 海岸 海上
    波浪 波涛 海の 海辺 海岸線 بحر محيط موج امواج 🌊`,
  oceanDetail: `beam lamp haz linterna 灯光 seas waters crash crashing rolling break breaks breaking swell tide coast coastal coastline shore shoreline
    rocky rock rocks seawater water surface blue spray foam gull gulls seagull seagulls foghorn horn rompiendo rompen rompe costa orilla roca rocas
    rocoso rocosa marea gaviota gaviotas azul agua espuma sirena_de_niebla 浪花 岸边 礁石 岩石 拍打 潮水 海水 海鸥 浪 蓝色 波 岩 岩場 打ち寄せる 寄せる 砕ける 潮 カモメ 青い 荒れた 霧笛 صخور صخري
    صخريه ساحل ازرق زرقاء تتكسر تضرب تتلاطم هائج نوارس`,
  headland: 'cliff cliffs headland acantilado acantilados cabo 悬崖 海崖 海岬 崖 断崖 岬 منحدرات منحدر جرف',
  lighthouse: 'lighthouse light_house faro 灯塔 燈塔 灯台 منارة مناره فنار المناره',
  boat: `sailboat sailing_boat sail_boat sailing_ship sailing sails yacht velero barco_de_vela navegando navega 帆船 航行 帆 ヨット 帆船の 航海 مركب_شراعي
    قارب_شراعي سفينه_شراعيه يبحر تبحر ⛵`,
  /**
   * Topics that the sea doesn't show. They choose the colors of a title card, and the sound behind a card or an image.
   */
  mountain: `mountain mountainous peak mountain_range ridge alps alpine himalaya summit montana cordillera pico cumbre alpes andes sierra 山 高山 群山 山脉
    山峰 山顶 雪山 雪峰 峰峦 阿尔卑斯 阿尔卑斯山 喜马拉雅 喜马拉雅山 山々 山脈 山頂 連峰 アルプス ヒマラヤ جبل جبال قمه_جبل قمم_الجبال قمم_جبال سلسله_جبال سلسله_جبليه`,
  desert: `desert dune sahara desierto duna 沙漠 沙丘 大漠 撒哈拉 撒哈拉沙漠 砂漠 砂丘 サハラ サハラ砂漠 صحراء كثبان 🏜`,
  wood: `forest woods woodland pinewood bosque 森林 树林 林间 林中 松林 树林里 森 林 森の中 木立 غابه غابات 🌲
    trees arboles 树木 木々 اشجار 🌳`,
  birdsong: `birdsong birdsongs birds_singing birds_sing birds_chirping chirping singing_birds song_of_birds canto_de_pajaros canto_de_los_pajaros
    pajaros_cantando 鸟鸣 鸟叫 鸟语 鸟叫声 鸟鸣声 鳥のさえずり 鳥の声 さえずり تغريد زقزقه تغريد_الطيور زقزقه_العصافير`,
  stream: 'stream brook creek arroyo riachuelo 溪流 小溪 流水 小川 せせらぎ جدول خرير',
  seaside: `beach beaches surf surfer surfing surfboard island harbor harbour port pier ship ships boat boats whale whales dolphin dolphins lagoon
    coral mermaid pirate pirates playa isla puerto muelle barco barcos ballena delfin 沙滩 海滩 岛 岛屿 港口 码头 渔船 轮船 鲸鱼 海豚 冲浪 ビーチ 砂浜 島 港 船 クジラ イルカ サーフィン 鯨
    شاطئ جزيره ميناء سفينه قارب حوت دلفين 🏖 🏝 🐳 🐋 🐬 🏄 🚢 ⚓`,
  town: `city cities street streets traffic car cars taxi bus truck downtown skyline skyscraper skyscrapers neon rooftop crowd crowds stadium fans
    market marketplace station platform subway metro tokyo paris london york shanghai road highway cyberpunk airport ciudad calle calles trafico coche
    coches mercado estadio multitud estacion carretera 城市 街道 街 街头 车 汽车 出租车 夜市 市场 上海 北京 东京 霓虹 高楼 地铁 体育场 人群 公路 都市 通り 車 タクシー 市場 駅 東京 渋谷 京都 ネオン 高速道路 مدينه
    المدينه شارع شوارع سياره سيارات سوق محطه ملعب زحام دبي القاهره طريق 🏙 🌃 🚗 🚕 🚌 🚒 🚦`,
  indoors: `window window_pane windowpane pane ventana 窗 窗户 窗外 窗上 窗前 窗玻璃 玻璃窗 窓 窓辺 窓ガラス نافذه نوافذ
    room kitchen bedroom bathroom office cafe coffee tea cup table desk lamp piano book books library keyboard keys chef chefs cook cooking
    restaurant bar studio fireplace sofa couch bed museum gallery classroom school candle marble marbles clock indoors cards habitacion cocina
    dormitorio oficina cafeteria mesa piano libro biblioteca chef vela sofa 房间 厨房 卧室 办公室 咖啡 咖啡馆 茶 桌子 钢琴 书 图书馆 键盘 厨师 餐厅 蜡烛 教室 部屋 台所 寝室 喫茶店 カフェ コーヒー お茶
    机 ピアノ 本 図書館 料理 レストラン ろうそく 教室 غرفه مطبخ مكتب قهوه مقهى شاي طاوله بيانو كتاب مكتبه طباخ طاه مطعم شمعه ☕ 🍵 🎹 📚 🕯 🍳`,
  garden: `garden meadow park field fields flower flowers butterfly bee bees deer fox rabbit bird birds squirrel owl jungle rainforest bamboo orchard
    farm picnic grass hill hills village jardin prado parque campo flores mariposa zorro ciervo conejo pajaro pajaros selva granja 花园 草地 公园 田野 花 蝴蝶 狐狸
    鹿 兔子 鸟 小鸟 竹林 丛林 农场 草原 庭 公園 野原 花畑 桜 蝶 狐 鹿 うさぎ 鳥 竹林 草原 حديقه حقل زهور ورد فراشه ثعلب غزال ارنب طائر طيور عصفور مزرعه 🌸 🌻 🌷 🦋 🦊 🐦 🐇 🌿`,
} as const

export type Topic = keyof typeof WORDS
