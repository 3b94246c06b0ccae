# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT

# A ctest case for each scene that carries expectations: it holds, it breaks as it says, threads do not change it.
# Those of scenes/issues show what once went wrong. Scenes without "expect" are pieces that others include. A slow build
# (sanitizers, coverage) runs QUICK_SCENES whole and a tenth of a second of each other one, which is enough to walk
# through its code.
# The breaking and the threads of LONG_PROOFS are for `make test-full`: minutes for a thousand bodies.
set(QUICK_SCENES "^(analytic|integrators|issues|obstacles)/|^hair/(w1|w3|s2|s5)_|^authoring/(animated|includes|pre_roll)|^cloth/(flag|t28_pressed_net)\\.json|^rigid/(rolling_sphere|newtons_cradle|f3_62_rod_end|f3_67_resting_bars)\\.json")
set(LONG_PROOFS "^together/showcase\\.json|^hair/s6_head_in_wind\\.json|^hair/s7_styling\\.json|^rigid/pyramid\\.json|^cloth/(r7_tablecloth_static|r13_two_sides_static|r12_net_static|r11_suspended)\\.json")
# Minutes even once: all of these are for `make test-full`; threads of those named `_long` are compared over their first two seconds.
set(LONG_SCENES "_long\\.json$|^cloth/r7_tablecloth_128(_static)?\\.json")
# [s] what is long may take longer than the ten minutes that `tools/run_tests` gives every other case.
set(LONG_PATIENCE 3600)
# A tenth of a second of these is thousands of divided steps or of large ones.
set(SLOW_STARTS "^rigid/f3_75_steel_ball|^cloth/r7_tablecloth_128")
set(PROVE_SCENE ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/prove_scene.py $<TARGET_FILE:souple_cli>)

function(add_scene_tests scene relative text)
    string(REGEX REPLACE "\\.json$" "" name ${relative})
    string(REPLACE "/" "." name "${TEST_NAME_PREFIX}scenes.${name}")
    set(labels scene)
    if(relative MATCHES "${LONG_SCENES}")
        list(APPEND labels long)
    endif()

    set(run_folder ${CMAKE_CURRENT_BINARY_DIR}/runs/${name})
    file(MAKE_DIRECTORY ${run_folder})
    if(CMAKE_BUILD_TYPE STREQUAL "Release" OR relative MATCHES "${QUICK_SCENES}")
        add_test(NAME ${name} COMMAND souple_cli run ${scene} --check --quiet --report report.json
                 WORKING_DIRECTORY ${run_folder})
    else()
        set(length 0.1)
        if(relative MATCHES "${SLOW_STARTS}")
            set(length 0.004)
        endif()
        set(shorter --set "expect=[]" --set duration=${length})
        if(text MATCHES "\"pre_roll\"")
            list(APPEND shorter --set pre_roll.duration=0.1)
        endif()
        string(APPEND name .start)
        add_test(NAME ${name} COMMAND souple_cli run ${scene} ${shorter} --quiet WORKING_DIRECTORY ${run_folder})
    endif()
    set(cases ${name})
    if(CMAKE_BUILD_TYPE STREQUAL "Release")
        add_test(NAME ${name}.breaks COMMAND ${PROVE_SCENE} breaks ${scene})
        set(which --known ${run_folder}/report.json)
        if(relative MATCHES "_long\\.json$")
            set(which --first 2)
        endif()
        add_test(NAME ${name}.threads COMMAND ${PROVE_SCENE} threads ${scene} ${which})
        set_tests_properties(${name} PROPERTIES FIXTURES_SETUP ${name})
        set_tests_properties(${name}.threads PROPERTIES FIXTURES_REQUIRED ${name})
        list(APPEND cases ${name}.breaks ${name}.threads)
    endif()
    set_tests_properties(${cases} PROPERTIES LABELS "${labels}")
    if("long" IN_LIST labels)
        set_tests_properties(${cases} PROPERTIES TIMEOUT ${LONG_PATIENCE})
    endif()
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND relative MATCHES "${LONG_PROOFS}")
        set_tests_properties(${name}.breaks ${name}.threads PROPERTIES LABELS "scene;long" TIMEOUT ${LONG_PATIENCE})
    endif()
endfunction()

file(GLOB_RECURSE scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${scenes})
foreach(scene IN LISTS scenes)
    file(READ ${scene} text)
    file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR}/scenes ${scene})
    if(text MATCHES "\"expect\"[ \t\r\n]*:")
        add_scene_tests(${scene} ${relative} "${text}")
    endif()
endforeach()

# S1 and S2 over all sizes and steps (000, figures 3.6 and 3.7): the curves, and what they have to show
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    add_test(NAME scenes.oriented.curves COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/oriented_curves.py
             $<TARGET_FILE:souple_cli> ${CMAKE_CURRENT_BINARY_DIR}/runs/curves)
    set_tests_properties(scenes.oriented.curves PROPERTIES LABELS scene)
endif()
