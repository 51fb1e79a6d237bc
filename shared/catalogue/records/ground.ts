// Going and weather: columns of the race, meeting and pre-race records.

import { code } from '#shared/catalogue/records/build.ts';

// prettier-ignore
export const GROUND = {
  turf_condition_cd: code('turf_condition_cd', 'turf_condition_cd', ['Going', 'Going', 'State of the track, from good to bad; two-digit values add whether it is fast or slow.'], ['馬場状態', '馬場', '馬場状態。2桁のコードは速い・遅いも示す。']),
  weather_cd: code('weather_cd', 'weather_cd', ['Weather', 'Weather', 'Weather at the course.'], ['天候', '天候', '競馬場の天候。']),
  course_cd: code('course_cd', 'course_cd', ['Rail position', 'Rail', 'Which turf lane is used: A is the rail all the way in, D the farthest out.'], ['コース区分', 'コース', '芝の仮柵の位置。Aが最内、Dが最も外。']),
};
