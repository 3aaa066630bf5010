"""Creates src/styles/archivo-latin.woff2 from the package's font, with the weights, widths, and characters that pages use.

Requires fontTools and Brotli (Debian: python3-fonttools, python3-brotli). Archivo is under the SIL Open Font License.
"""
import os

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SOURCE = "node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2"
TARGET = "src/styles/archivo-latin.woff2"
# src/styles/fonts.css contains the same ranges.
AXES = {"wght": (400, 600), "wdth": (78, 120)}
RANGES = [(0x20, 0x7E), (0xA0, 0xFF), (0x131, 0x131), (0x152, 0x153), (0x2013, 0x2014), (0x2018, 0x201A)]
RANGES += [(0x201C, 0x201E), (0x2020, 0x2020), (0x2022, 0x2022), (0x2026, 0x2026), (0x2039, 0x203A), (0x20AC, 0x20AC)]
RANGES += [(0x2122, 0x2122), (0x2191, 0x2191), (0x2193, 0x2193), (0x2212, 0x2212)]
FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "tnum", "frac", "case"]

options = subset.Options()
options.layout_features = FEATURES
options.hinting = False
options.notdef_outline = True
options.name_IDs = [0, 1, 2, 13, 14]
font = TTFont(SOURCE)
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
subsetter.subset(font)
font.flavor = None
font.save(TARGET)
font = instancer.instantiateVariableFont(TTFont(TARGET), AXES)
font.flavor = "woff2"
font.save(TARGET)
print(TARGET, os.path.getsize(TARGET), "bytes")
